import type { Row } from "~/client/contract"

export type OpenSession = Row<"GET /api/admin/identity/sessions">

export const ownerOf = (session: OpenSession): string => session.user?.full_name ?? session.access_key ?? "S3 key"
