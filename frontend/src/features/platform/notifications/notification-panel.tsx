import { $, component$, useVisibleTask$ } from "@builder.io/qwik"
import { call } from "~/client/call"
import { asProblem } from "~/client/problem-error"
import { openRow, type PanelProps } from "~/components/listing"
import { Ago } from "~/components/ui/ago"
import { NavLink } from "~/components/ui/nav-link"
import { Panel } from "~/components/ui/panel"
import { dateTime } from "~/lib/format"
import { successToast, useToasts } from "~/lib/toasts"
import { type Notification, SEVERITIES, publishUnread } from "~/lib/notification"

export const NotificationPanel = component$<PanelProps<Notification>>(({ listing, row }) => {
  const toasts = useToasts()
  useVisibleTask$(
    async ({ track }) => {
      const id = track(() => row.id)
      if (row.read_at !== null) return
      try {
        publishUnread(await call("POST /api/notifications/:notification_id/read", { params: { notification_id: id } }))
        listing.table.handle.value?.merge([{ ...row, read_at: new Date().toISOString() }])
      } catch (cause) {
        successToast(toasts, {
          tone: "danger",
          text: "The notification could not be marked as read",
          detail: asProblem(cause).message
        })
      }
    },
    { strategy: "document-ready" }
  )
  return (
    <Panel kind="Notification" title={row.title} onClose$={$(() => openRow(listing, ""))}>
      <p class="mb-4 break-words">{row.message}</p>
      <dl class="facts">
        <dt>When</dt>
        <dd>
          {dateTime(row.created_at)}
          <span class="block text-xs text-ink-3">
            <Ago at={row.created_at} />
          </span>
        </dd>
        <dt>Kind</dt>
        <dd>{SEVERITIES[row.severity].label}</dd>
      </dl>
      {row.type === "quota_alert" && (
        <p class="mt-4 text-ink-2">
          Whether you get quota alerts by e-mail is one of your{" "}
          <NavLink href="/profile#preferences" class="link">
            preferences
          </NavLink>
          .
        </p>
      )}
      <div q:slot="actions" class="contents">
        {row.link !== null && (
          <NavLink href={row.link} class="btn btn-primary">
            Open what it is about
          </NavLink>
        )}
      </div>
    </Panel>
  )
})
