const moment = "2026-05-04T09:30:00.000Z"

const entry = {
  id: 4711,
  created_at: moment,
  actor: { user_id: 7, email: "ada@example.org", role: "ui_admin", via: "session" },
  scope: "manager",
  action: "bucket.create",
  entity: { type: "bucket", id: "measurements", label: "measurements" },
  status: "success",
  message: "Bucket measurements was created",
  metadata: { endpoint: "ceph" },
  request_id: "0f8fad5b-d9cb-469f-a165-70867728950e",
  client_address: "203.0.113.9",
  seal: {
    seq: 4703,
    hash: "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08",
    previous_hash: "60303ae22b998861bce3b28f33eec1be758a213c86c93c076dbe9f558c11c752",
    sealed_at: "2026-05-04T09:30:00.062Z"
  }
}

const frame = (event: string, data: unknown) => ({ id: "4703", event, data: JSON.stringify(data) })

const notification = {
  id: 31,
  type: "identity_link_request",
  severity: "warning",
  title: "An identity waits to be linked",
  message: "grace@example.org signed in with Keycloak and asks for the account grace@example.org",
  payload_json: { request_id: 5, provider_type: "oidc", provider_id: "keycloak", target_user_id: 8 },
  link: "/admin/identity/link-requests?status=&open=5",
  created_at: moment,
  read_at: null
}

export const audit = {
  Notification: notification,
  NotificationPage: { items: [notification], next_cursor: null, unread_count: 1 },
  ReadNotifications: { up_to: 31 },
  UnreadCount: { unread_count: 1 },
  OwnFrame: frame("unread", { unread_count: 1 }),
  UnreadCountFrame: frame("unread", { unread_count: 1 }),
  AccessMarkFrame: frame("access", { access_mark: "5f2b1c7a9d0e4f3a8b6c2d1e0f9a8b7c" }),
  AuditLogEntry: entry,
  AuditLogPage: { items: [entry], next_cursor: null },
  AuditFrame: frame("entry", entry),
  AuditLogEntryFrame: frame("entry", entry),
  AuditTailPositionFrame: frame("position", { seq: 4702 }),
  AuditTailSkippedFrame: frame("skipped", { seq: 9000 })
}
