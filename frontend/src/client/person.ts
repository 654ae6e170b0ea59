import type { SessionView } from "./session"

/** After another user signs in, input of the first one must not be sent as the second. */
let pageOwner: string | null = null

export const sessionOwner = (session: SessionView): string | null => {
  if (!session.authenticated) return null
  return session.kind === "user" ? `user ${session.user.id}` : `s3 ${session.access_key} ${session.endpoint_name}`
}

export const setPageOwner = (session: SessionView): void => {
  pageOwner ??= sessionOwner(session)
}

export const hasPageOwner = (): boolean => pageOwner !== null

export const isOtherUser = (session: SessionView): boolean =>
  pageOwner !== null && session.authenticated && sessionOwner(session) !== pageOwner
