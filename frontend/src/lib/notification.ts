import type { Row } from "~/client/contract"
import type { IconName } from "~/lib/icon-names"

export type Notification = Row<"GET /api/notifications">

export const SEVERITIES: Readonly<
  Record<Notification["severity"], { readonly icon: IconName; readonly tone: string; readonly label: string }>
> = {
  info: { icon: "info", tone: "text-accent-text", label: "Information" },
  warning: { icon: "triangle-alert", tone: "text-warn", label: "Warning" },
  critical: { icon: "circle-alert", tone: "text-danger", label: "Critical" }
}

export const publishUnread = ({ unread_count }: { readonly unread_count: number }): void => {
  document.dispatchEvent(new CustomEvent("unread", { detail: unread_count }))
}
