import { component$, Slot } from "@builder.io/qwik"
import { AccountSelect } from "./account-select"

export const PortalPage = component$<{ readonly title: string; readonly text?: string }>(({ text, title }) => (
  <div class="mx-auto max-w-4xl px-4 pt-5 pb-10 sm:px-5" data-testid="portal">
    <header class="mb-5 flex flex-wrap items-center gap-x-3 gap-y-2">
      <div class="min-w-0 flex-1 basis-52">
        <h1 class="text-xl font-semibold tracking-tight wrap-anywhere">{title}</h1>
        {text && <p class="mt-0.5 text-ink-2 wrap-anywhere">{text}</p>}
      </div>
      <AccountSelect />
      <Slot name="actions" />
    </header>
    <Slot />
  </div>
))
