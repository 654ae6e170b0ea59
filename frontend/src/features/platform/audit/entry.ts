import type { Row } from "~/client/contract"
import type { Tone } from "~/components/ui/badge"

export type AuditLogEntry = Row<"GET /api/admin/audit/logs">

export const STATUS_LABELS: Readonly<Record<AuditLogEntry["status"], { readonly label: string; readonly tone: Tone }>> =
  {
    success: { label: "Done", tone: "ok" },
    failure: { label: "Failed", tone: "danger" },
    denied: { label: "Refused", tone: "warn" },
    unknown: { label: "Not known", tone: "warn" }
  }

export const VIA_LABELS: Readonly<Record<AuditLogEntry["actor"]["via"], string>> = {
  session: "Browser session",
  token: "API token",
  job: "Scheduled job",
  operator: "Operator’s program"
}

export const SCOPE_LABELS: Readonly<Record<string, string>> = {
  admin: "Admin",
  auth: "Signing in",
  manager: "Manager",
  browser: "Browser",
  portal: "Portal",
  "cluster-admin": "Cluster Admin",
  "storage-ops": "Storage Ops",
  profile: "Own account",
  setup: "Setup"
}

export const actorText = ({ actor }: Pick<AuditLogEntry, "actor">): string =>
  actor.email ??
  (actor.user_id === null
    ? {
        session: "Somebody not signed in",
        token: "Somebody with a token",
        job: "Stowage itself",
        operator: "An operator"
      }[actor.via]
    : `Console user ${actor.user_id}`)

export const entityText = ({ entity }: Pick<AuditLogEntry, "entity">): string =>
  entity.label ?? entity.id ?? entity.type.replaceAll("_", " ")

export const hrefOf = ({ entity: { id, type } }: Pick<AuditLogEntry, "entity">): string | null => {
  if (id === null) return null
  const key = encodeURIComponent(id)
  switch (type) {
    case "ui_user":
      return `/admin/users/${key}`
    case "storage_endpoint":
      return `/admin/storage-endpoints/${key}`
    case "rgw_account":
      return `/admin/accounts/${key}`
    case "rgw_user":
      return `/admin/s3-users/${key}`
    case "identity_link_request":
      return `/admin/identity/link-requests?open=${key}`
    case "session":
      return `/admin/identity/sessions?open=${key}`
    default:
      return null
  }
}
