import type { Row } from "~/client/contract"

export type OpenSession = Row<"GET /api/admin/identity/sessions">

/** Name of a session's owner: the user, or the access key. */
export const ownerOf = (session: OpenSession): string => session.user?.full_name ?? session.access_key ?? "S3 key"
