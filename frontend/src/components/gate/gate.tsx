import { component$, Slot } from "@builder.io/qwik"
import { ThemeToggle } from "~/components/shell/theme-toggle"
import { Icon } from "~/components/ui/icon"
import type { IconName } from "~/lib/icon-names"
import { BrandMark } from "~/components/ui/brand-mark"
import { useBrand } from "~/lib/brand"
import { useLocation } from "~/lib/route"

const FACTS: ReadonlyArray<{ readonly icon: IconName; readonly title: string; readonly text: string }> = [
  {
    icon: "database",
    title: "Buckets and objects",
    text: "Every bucket of an account in one live table, and what is in it."
  },
  { icon: "server", title: "Many storage clusters", text: "Ceph RGW and S3-compatible endpoints side by side." },
  {
    icon: "shield-check",
    title: "Access you can follow",
    text: "Passkeys, roles per workspace, and credentials that stay on the server."
  }
]

export const AuthLayout = component$(() => {
  const { host } = useLocation().url
  const brand = useBrand()
  return (
    <div class="gate">
      <header class="gate-about">
        <div class="flex items-center gap-2.5">
          <BrandMark logo={brand.logo_url} class="size-7.5" />
          <span class="min-w-0 flex-1">
            <span class="block text-lg leading-tight font-semibold tracking-tight">{brand.name}</span>
            <span class="block truncate text-xs text-ink-2" title={host}>
              Console at {host}
            </span>
          </span>
          <ThemeToggle />
        </div>
        <div class="gate-facts my-auto max-w-md py-10">
          <p class="text-2xl leading-snug font-semibold tracking-tight text-balance">
            Object storage, managed in one place.
          </p>
          <p class="mt-2 text-base text-ink-2">
            The console for your S3-compatible storage: buckets, objects, usage and the accounts behind them.
          </p>
          <ul class="mt-8 grid gap-5">
            {FACTS.map((fact) => (
              <li key={fact.title} class="flex gap-3">
                <span
                  class={
                    "grid size-8 shrink-0 place-items-center rounded-ctl border border-line bg-surface " +
                    "text-accent-text"
                  }
                >
                  <Icon name={fact.icon} />
                </span>
                <span>
                  <span class="block font-medium">{fact.title}</span>
                  <span class="block text-ink-2">{fact.text}</span>
                </span>
              </li>
            ))}
          </ul>
        </div>
      </header>
      <main class="gate-form">
        <div class="w-full max-w-90">
          <Slot />
        </div>
      </main>
    </div>
  )
})

/** Not inline: the browser's first rendering would recreate it and take the focus from the form. */
export const GateTitle = component$<{ readonly title: string; readonly text: string }>(({ text, title }) => (
  <hgroup>
    <h1 class="text-xl font-semibold tracking-tight">{title}</h1>
    <p class="mt-1 mb-5 text-ink-2">{text}</p>
  </hgroup>
))

export const LoginNote = component$(() => {
  const { login_note: note } = useBrand()
  return note === null ? (
    <div class="contents" />
  ) : (
    <p
      class="mb-5 rounded-ctl border border-line bg-sunken px-3 py-2 text-sm break-words whitespace-pre-line"
      data-testid="login-note"
    >
      {note}
    </p>
  )
})
