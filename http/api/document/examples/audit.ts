/** The audit trail, and notifications. */
const moment = "2026-05-04T09:30:00.000Z"

const entry = {
  id: 4711, created_at: moment, actor: { user_id: 7, email: "ada@example.org", role: "ui_admin", via: "session" }, scope: "manager",
  action: "bucket.create", entity: { type: "bucket", id: "measurements", label: "measurements" }, status: "success",
  message: "Bucket measurements was created", metadata: { endpoint: "ceph" }, request_id: "0f8fad5b-d9cb-469f-a165-70867728950e", client_address: "203.0.113.9",
  seal: {
    seq: 4703, hash: "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08",
    previous_hash: "60303ae22b998861bce3b28f33eec1be758a213c86c93c076dbe9f558c11c752", sealed_at: "2026-05-04T09:30:00.062Z"
  }
}

const frame = (event: string, data: unknown) => ({ id: "4703", event, data: JSON.stringify(data) })

export const audit = {
  AuditLogEntry: entry,
  AuditLogPage: { items: [entry], next_cursor: null },
  AuditFrame: frame("entry", entry),
  AuditLogEntryFrame: frame("entry", entry),
  AuditTailPositionFrame: frame("position", { seq: 4702 }),
  AuditTailSkippedFrame: frame("skipped", { seq: 9000 })
}
