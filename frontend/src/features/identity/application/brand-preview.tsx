import { component$, useSignal, useVisibleTask$ } from "@builder.io/qwik"
import { accentsOf } from "../../../../../services/domain/identity/application/accentColors.ts"
import { BrandMark } from "~/components/ui/brand-mark"

export interface PreviewedBrand {
  name: string
  color: string | null
  logo: string | null
  note: string
}

/** A script sets the accent: the CSP forbids style attributes. */
const Side = component$<{ readonly shown: PreviewedBrand; readonly theme: "light" | "dark" }>(({ shown, theme }) => {
  const side = useSignal<HTMLElement>()
  useVisibleTask$(({ track }) => {
    const color = track(() => shown.color)
    const style = track(() => side.value)?.style
    if (!style) return
    const accent = color !== null && /^#[0-9a-f]{6}$/i.test(color) ? accentsOf(color)[theme] : null
    for (const [name, value] of [
      ["--accent", accent?.accent],
      ["--accent-hover", accent?.hover],
      ["--accent-ink", accent?.ink],
      ["--accent-text", accent?.text]
    ] as const) {
      if (value === undefined) style.removeProperty(name)
      else style.setProperty(name, value)
    }
  })
  return (
    <div
      ref={side}
      class={[
        "grid content-start gap-3 rounded-card border border-line bg-canvas p-4 text-ink",
        theme === "dark" ? "scheme-dark" : "scheme-light"
      ]}
      data-testid={`preview-${theme}`}
    >
      <p class="text-xs text-ink-2">{theme === "dark" ? "Dark" : "Light"}</p>
      <div class="flex items-center gap-2.5">
        <BrandMark logo={shown.logo} class="size-7.5" />
        <span class="min-w-0 truncate text-lg font-semibold tracking-tight">{shown.name.trim() || "…"}</span>
      </div>
      {shown.note.trim() && (
        <p
          class={
            "max-h-32 overflow-auto rounded-ctl border border-line bg-sunken px-3 py-2 text-sm break-words " +
            "whitespace-pre-line"
          }
        >
          {shown.note.trim()}
        </p>
      )}
      <div class="flex flex-wrap items-center gap-3">
        <span class="btn btn-primary pointer-events-none" aria-hidden="true">
          Sign in
        </span>
        <span class="font-medium text-accent-text" aria-hidden="true">
          Other ways to sign in
        </span>
      </div>
    </div>
  )
})

export const BrandPreview = component$<{ readonly shown: PreviewedBrand }>(({ shown }) => (
  <div
    role="group"
    aria-label="Preview of the login page"
    class="grid gap-3 self-start sm:grid-cols-2"
    data-testid="brand-preview"
  >
    <Side shown={shown} theme="light" />
    <Side shown={shown} theme="dark" />
  </div>
))
