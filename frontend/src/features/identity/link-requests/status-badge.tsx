import type { Row } from "~/client/contract"
import { Badge } from "~/components/ui/badge"

export type LinkRequest = Row<"GET /api/admin/identity/link-requests">

const SAID = { pending: "Pending", approved: "Approved", rejected: "Rejected", expired: "Expired" } as const
const TONE = { pending: "warn", approved: "ok", rejected: "danger", expired: "neutral" } as const

export const StatusBadge = (props: { readonly status: LinkRequest["status"] }) => (
  <Badge text={SAID[props.status]} tone={TONE[props.status]} />
)
