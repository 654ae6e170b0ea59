import type { Notification } from "./Notification.ts"

const idIn = (payload: Notification["payload_json"], key: string): string | null => {
  const id = payload[key]
  return typeof id === "number" && Number.isSafeInteger(id) && id >= 0 ? String(id) : null
}

export type LinkedWorkspace = "admin" | "manager" | "portal"

const quotaLink = (payload: Notification["payload_json"], workspace: LinkedWorkspace | null): string | null => {
  const [type, id] = [payload["subject_type"], idIn(payload, "subject_id")]
  if (id === null || (type !== "S3Account" && type !== "S3User")) return null
  switch (workspace) {
    case "admin":
      return `/admin/quotas/${type}/${id}`
    case "manager":
      return `/manager/usage?context_id=${type === "S3Account" ? id : `s3u-${id}`}`
    case "portal":
      return "/portal"
    default:
      return null
  }
}

interface Linked extends Pick<Notification, "payload_json" | "type"> {
  readonly workspace: LinkedWorkspace | null
}

export const notificationLink = ({ payload_json: payload, type, workspace }: Linked): string | null => {
  switch (type) {
    case "identity_link_request": {
      const id = idIn(payload, "request_id")
      return id === null ? null : `/admin/identity/link-requests?status=&open=${id}`
    }
    case "endpoint_incident": {
      const id = idIn(payload, "storage_endpoint_id")
      return id === null ? null : `/admin/storage-endpoints/${id}`
    }
    case "quota_alert":
      return quotaLink(payload, workspace)
    case "share_closed":
      return "/profile/links"
    default:
      return null
  }
}
