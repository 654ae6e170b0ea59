import { $, component$ } from "@builder.io/qwik"
import type { DocumentHead } from "@builder.io/qwik-city"
import { call } from "~/client/call"
import { asProblem } from "~/client/problem-error"
import { type Asking, type CursorQuery, Listing, useListing } from "~/components/listing"
import { columns } from "~/components/resource-table"
import { Icon } from "~/components/ui/icon"
import { TitleCell } from "~/features/platform/notifications/cells"
import { type Notification, publishUnread } from "~/lib/notification"
import { NotificationPanel } from "~/features/platform/notifications/notification-panel"
import { successToast, useToasts } from "~/lib/toasts"

const COLUMNS = columns<Notification>([
  { key: "title", label: "What", width: "name", priority: 1, cell: TitleCell },
  { key: "message", label: "Message", width: "l", priority: 2 },
  { key: "created_at", label: "When", width: "s", priority: 1, format: "ago" }
])

const FILTERS = [{ kind: "boolean", name: "unread", label: "Unread", yes: "Only unread", no: "All" }] as const

export default component$(() => {
  const toasts = useToasts()
  const notifications = useListing(COLUMNS, {
    id: "notification-list",
    title: "Notifications",
    noun: { one: "notification", many: "notifications" },
    rowKey: "id",
    sort: "-created_at",
    filters: FILTERS,
    cursor$: $((query: CursorQuery, { filters: { unread }, signal }: Asking<typeof FILTERS>) =>
      call("GET /api/notifications", { query: { ...query, unread: unread === true ? "true" : undefined }, signal })
    ),
    one$: $((id, signal) =>
      call("GET /api/notifications/:notification_id", { params: { notification_id: Number(id) }, signal })
    ),
    empty: {
      icon: "bell",
      title: "No notification yet",
      text: "What needs you is told here: requests that wait for you, and storage that runs full."
    }
  })
  return (
    <Listing listing={notifications} panel={NotificationPanel}>
      <button
        q:slot="header"
        type="button"
        class="btn btn-secondary"
        disabled={notifications.table.state.count === 0}
        onClick$={async () => {
          try {
            publishUnread(await call("POST /api/notifications/read", { body: {} }))
            notifications.table.handle.value?.reload()
            successToast(toasts, { text: "All notifications are read" })
          } catch (cause) {
            successToast(toasts, {
              tone: "danger",
              text: "The notifications could not be marked as read",
              detail: asProblem(cause).message
            })
          }
        }}
      >
        <Icon name="check" /> Mark all read
      </button>
    </Listing>
  )
})

export const head: DocumentHead = { title: "Notifications" }
