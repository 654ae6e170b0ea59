import type { SignedIn } from "~/client/session"
import type { IconName } from "./icon-names"

export interface Recent {
  readonly id: string
  readonly label: string
  readonly hint: string
  readonly icon: IconName
  readonly href: string
}

const MAX_RECENTS = 8

const keyOf = (session: SignedIn | null): string | null =>
  session?.kind === "user" ? `stowage:recent:${session.user.id}` : null

const isRecent = (value: unknown): value is Recent => {
  const { hint, href, icon, id, label } = (value ?? {}) as Record<string, unknown>
  return (
    [id, label, hint, icon].every((text) => typeof text === "string") &&
    typeof href === "string" &&
    /^\/(?![/\\])/.test(href)
  )
}

export const readRecents = (text: string | null): ReadonlyArray<Recent> => {
  try {
    const stored: unknown = JSON.parse(text ?? "[]")
    return Array.isArray(stored) ? stored.filter(isRecent).slice(0, MAX_RECENTS) : []
  } catch {
    return []
  }
}

export const withRecent = (recents: ReadonlyArray<Recent>, place: Recent): ReadonlyArray<Recent> =>
  [place, ...recents.filter(({ id }) => id !== place.id)].slice(0, MAX_RECENTS)

/** A full localStorage only loses the list. */
const store = (key: string, recents: ReadonlyArray<Recent>): void => {
  try {
    localStorage.setItem(key, JSON.stringify(recents))
  } catch (cause) {
    console.warn("What was opened lately could not be kept", cause)
  }
}

export const recentsOfUser = (session: SignedIn | null): ReadonlyArray<Recent> => {
  const key = keyOf(session)
  return key === null ? [] : readRecents(localStorage.getItem(key))
}

export const addRecent = (session: SignedIn | null, place: Recent): void => {
  const key = keyOf(session)
  if (key !== null) store(key, withRecent(recentsOfUser(session), place))
}
