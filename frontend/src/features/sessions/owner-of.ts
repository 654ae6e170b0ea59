import type { OpenSession } from "~/client/identity"

/** Whose session it is: a person's name, or the access key. */
export const ownerOf = (session: OpenSession): string => session.user?.full_name ?? session.access_key ?? "S3 key"
