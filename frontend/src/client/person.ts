import type { SessionView } from "./session"

/** After another user signs in, input of the first one must not be sent as the second. */
let pageOwner: string | null = null

export const personOf = (session: SessionView): string | null => {
  if (!session.authenticated) return null
  return session.kind === "user" ? `user ${session.user.id}` : `s3 ${session.access_key} ${session.endpoint_name}`
}

export const rememberPerson = (session: SessionView): void => {
  pageOwner ??= personOf(session)
}

export const isKnownPerson = (): boolean => pageOwner !== null

export const isOtherPerson = (session: SessionView): boolean =>
  pageOwner !== null && session.authenticated && personOf(session) !== pageOwner
