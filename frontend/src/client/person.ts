import type { SessionView } from "./session"

/**
 * Whose page this is. Requests are made in the name of whoever looks at it: once somebody else has signed in (in another
 * tab, or in the dialog), nothing that the first one typed may be sent in the name of the second.
 */
let known: string | null = null

/** One person or one pair of S3 keys, whatever their session is; null: nobody. */
export const personOf = (session: SessionView): string | null => {
  if (!session.authenticated) return null
  return session.kind === "user" ? `user ${session.user.id}` : `s3 ${session.access_key} ${session.endpoint_name}`
}

/** Keeps whose page this is: the first that is known. */
export const rememberPerson = (session: SessionView): void => {
  known ??= personOf(session)
}

/** Whether a page belongs to somebody at all. */
export const isSomebodys = (): boolean => known !== null

/** Whether a session is of another person than this page. */
export const isSomebodyElse = (session: SessionView): boolean => known !== null && session.authenticated && personOf(session) !== known
