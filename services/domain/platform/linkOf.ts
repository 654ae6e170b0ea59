import type { Notification } from "./Notification.ts"

const idIn = (payload: Notification["payload_json"], key: string): string | null => {
  const id = payload[key]
  return typeof id === "number" && Number.isSafeInteger(id) && id >= 0 ? String(id) : null
}

export const linkOf = ({ payload_json: payload, type }: Pick<Notification, "payload_json" | "type">): string | null => {
  switch (type) {
    case "identity_link_request": {
      const id = idIn(payload, "request_id")
      return id === null ? null : `/admin/identity/link-requests?status=&open=${id}`
    }
    case "endpoint_incident": {
      const id = idIn(payload, "storage_endpoint_id")
      return id === null ? null : `/admin/storage-endpoints/${id}`
    }
    default:
      return null
  }
}
