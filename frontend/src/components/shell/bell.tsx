import { $, component$, useOnDocument, useSignal } from "@builder.io/qwik"
import { Icon } from "~/components/ui/icon"
import { useSession } from "~/lib/session-context"
import { NewestNotifications } from "./newest-notifications"

const countText = (count: number): string => (count > 99 ? "99+" : String(count))

const inWords = (count: number): string => (count === 0 ? "Notifications" : `Notifications, ${countText(count)} unread`)

/** The first count comes with the session, the live one at the first interaction, so that page loads cost nothing. */
export const Bell = component$(() => {
  const session = useSession()
  const live = useSignal<number | null>(null)
  const opened = useSignal(0)
  useOnDocument(
    "stirred",
    $(async () => {
      const { followOwnEvents: watchOwnNews } = await import("./own-events")
      void watchOwnNews(session)
    })
  )
  useOnDocument(
    "unread",
    $((event: Event) => {
      live.value = (event as CustomEvent<number>).detail
    })
  )
  if (session.value?.kind !== "user") return <div class="contents" />
  const count = live.value ?? session.value.unread_notifications
  return (
    <div class="contents">
      <button
        type="button"
        class="btn btn-ghost btn-icon relative flex-none"
        popovertarget="notifications"
        aria-haspopup="dialog"
        aria-label={inWords(count)}
      >
        <Icon name="bell" />
        {count > 0 && (
          <span class="bell-count" aria-hidden="true">
            {countText(count)}
          </span>
        )}
      </button>
      <span class="sr-only" role="status">
        {live.value !== null && live.value > session.value.unread_notifications ? inWords(live.value) : ""}
      </span>
      <div
        id="notifications"
        popover="auto"
        class="menu menu-end bell-panel"
        role="dialog"
        aria-label="Notifications"
        onToggle$={(event) => {
          if (event.newState === "open") opened.value++
        }}
      >
        {opened.value > 0 && <NewestNotifications key={opened.value} />}
      </div>
    </div>
  )
})
