import { component$ } from "@builder.io/qwik"
import { Icon } from "~/components/ui/icon"
import { NavLink } from "~/components/ui/nav-link"
import { dismiss, useToasts } from "~/lib/toasts"

const ICON = { ok: "circle-check", danger: "circle-alert", info: "info" } as const
const TONE = { ok: "text-ok", danger: "text-danger", info: "text-accent-text" } as const

export const Toaster = component$(() => {
  const toasts = useToasts()
  return (
    <div class="toasts" role="status" aria-live="polite" aria-label="Messages">
      {toasts.items.map((item) => (
        <div key={item.id} class="toast" data-tone={item.tone}>
          <Icon name={ICON[item.tone]} class={TONE[item.tone]} />
          <div class="min-w-0 flex-1">
            <p class="font-medium break-words">{item.text}</p>
            {item.detail && <p class="text-xs break-words text-ink-2">{item.detail}</p>}
            {item.link && (
              <NavLink href={item.link.href} class="btn btn-secondary btn-sm mt-1.5">
                {item.link.label}
              </NavLink>
            )}
            {item.action && (
              <button
                type="button"
                class="btn btn-secondary btn-sm mt-1.5"
                onClick$={() => {
                  const run$ = item.action?.run$
                  dismiss(toasts, item.id)
                  return run$?.()
                }}
              >
                {item.action.label}
              </button>
            )}
          </div>
          <button
            type="button"
            class="btn btn-ghost btn-icon btn-sm -m-1"
            aria-label="Dismiss"
            onClick$={() => dismiss(toasts, item.id)}
          >
            <Icon name="x" class="mt-0!" />
          </button>
        </div>
      ))}
    </div>
  )
})
