import { $, component$, useSignal } from "@builder.io/qwik"
import { call } from "~/client/call"
import { asProblem } from "~/client/problem-error"
import { Ago } from "~/components/ui/ago"
import { Icon } from "~/components/ui/icon"
import { NavLink } from "~/components/ui/nav-link"
import { ErrorState } from "~/components/ui/states"
import { successToast, useToasts } from "~/lib/toasts"
import { reload, useLoaded } from "~/lib/use-loaded"
import { SEVERITIES, publishUnread } from "~/lib/notification"

const close = (): void => document.getElementById("notifications")?.hidePopover()

export const NewestNotifications = component$(() => {
  const toasts = useToasts()
  const busy = useSignal(false)
  const newest = useLoaded($((signal: AbortSignal) => call("GET /api/notifications", { query: { limit: 6 }, signal })))
  const page = newest.value
  return (
    <div
      onClick$={(event) => {
        if ((event.target as Element).closest("a")) close()
      }}
    >
      <div class="flex items-center gap-2 px-2 pt-1 pb-2">
        <h2 class="flex-1 font-semibold">Notifications</h2>
        {page !== null && page.unread_count > 0 && (
          <button
            type="button"
            class="btn btn-ghost btn-sm"
            disabled={busy.value}
            onClick$={async () => {
              busy.value = true
              try {
                const last = newest.value?.items[0]?.id
                publishUnread(
                  await call("POST /api/notifications/read", { body: last === undefined ? {} : { up_to: last } })
                )
                reload(newest)
              } catch (cause) {
                successToast(toasts, {
                  tone: "danger",
                  text: "The notifications could not be marked as read",
                  detail: asProblem(cause).message
                })
              } finally {
                busy.value = false
              }
            }}
          >
            Mark all read
          </button>
        )}
      </div>
      {newest.problem && (
        <div class="grid justify-items-center p-4">
          <ErrorState
            title="Notifications could not be loaded"
            problem={newest.problem}
            onRetry$={$(() => reload(newest))}
          />
        </div>
      )}
      {page === null && !newest.problem && (
        <div class="grid gap-3 p-2" aria-hidden="true">
          {[0, 1, 2].map((line) => (
            <span key={line} class="skeleton block h-8 w-full" />
          ))}
        </div>
      )}
      {page !== null && page.items.length === 0 && (
        <p class="px-2 py-4 text-ink-2">Nothing yet. What needs you is told here.</p>
      )}
      {page !== null && page.items.length > 0 && (
        <ul class="grid gap-0.5">
          {page.items.map((item) => (
            <li key={item.id}>
              <NavLink href={`/notifications?open=${item.id}`} class="menu-item items-start">
                <Icon name={SEVERITIES[item.severity].icon} class={`mt-0.5 ${SEVERITIES[item.severity].tone}`} />
                <span class="min-w-0 flex-1">
                  <span class={["block break-words text-ink", item.read_at === null ? "font-semibold" : ""]}>
                    {item.title}
                    {item.read_at === null && <span class="sr-only">, unread</span>}
                  </span>
                  <span class="line-clamp-2 block text-xs break-words text-ink-2">{item.message}</span>
                  <span class="block text-2xs text-ink-3">
                    <Ago at={item.created_at} />
                  </span>
                </span>
                {item.read_at === null && (
                  <span class="mt-1.5 size-2 flex-none rounded-full bg-accent" aria-hidden="true" />
                )}
              </NavLink>
            </li>
          ))}
        </ul>
      )}
      <div class="mt-1 border-t border-line pt-1">
        <NavLink href="/notifications" class="menu-item justify-center font-medium text-accent-text">
          All notifications
        </NavLink>
      </div>
    </div>
  )
})
