import { component$, Slot } from "@builder.io/qwik"

export const PageHeader = component$<{ readonly title: string; readonly count?: string }>(({ count, title }) => (
  <header class="page-head flex flex-none flex-wrap items-center gap-x-3 gap-y-2 px-5 pt-4 pb-3">
    <h1 class="text-xl font-semibold tracking-tight">{title}</h1>
    {count !== undefined && (
      <span class="badge num" data-testid="count">
        {count}
      </span>
    )}
    <div class="page-head-gap flex-1" />
    <Slot />
  </header>
))

interface ScrolledPageProps {
  readonly title: string
  readonly label?: string
}

export const ScrolledPage = component$<ScrolledPageProps>(({ label, title }) => (
  <div class="flex h-full min-h-0 flex-col">
    <PageHeader title={title}>
      <Slot name="actions" />
    </PageHeader>
    <div
      class="min-h-0 flex-1 overflow-y-auto border-t border-line px-5 py-5"
      tabIndex={0}
      role="region"
      aria-label={label ?? title}
    >
      <Slot />
    </div>
  </div>
))

export const ListingPage = component$(() => (
  <div class="flex h-full min-w-0">
    <section class="flex min-h-0 min-w-0 flex-1 flex-col">
      <Slot />
    </section>
    <Slot name="panel" />
  </div>
))
