import type { SignedIn } from "~/client/session"
import type { IconName } from "./icon-names"

/** A place that somebody was at lately, as the palette shows it. */
export interface Recent {
  /** The same place has the same id, wherever it was remembered. */
  readonly id: string
  readonly label: string
  readonly hint: string
  readonly icon: IconName
  readonly href: string
}

const KEPT = 8

/** Kept per person, on this browser; of S3 keys nothing is kept, for they may be anybody's. */
const keyOf = (session: SignedIn | null): string | null => (session?.kind === "user" ? `stowage:recent:${session.user.id}` : null)

const isRecent = (value: unknown): value is Recent => {
  const { hint, href, icon, id, label } = (value ?? {}) as Record<string, unknown>
  return [id, label, hint, icon].every((text) => typeof text === "string") && typeof href === "string" && /^\/(?![/\\])/.test(href)
}

/** What a browser kept; whatever it is, only what reads as places counts. */
export const readRecents = (text: string | null): ReadonlyArray<Recent> => {
  try {
    const kept: unknown = JSON.parse(text ?? "[]")
    return Array.isArray(kept) ? kept.filter(isRecent).slice(0, KEPT) : []
  } catch {
    // not ours, or cut off: as good as nothing
    return []
  }
}

/** With a place at the top; the oldest one leaves. */
export const withRecent = (recents: ReadonlyArray<Recent>, place: Recent): ReadonlyArray<Recent> =>
  [place, ...recents.filter(({ id }) => id !== place.id)].slice(0, KEPT)

/** A browser may refuse to keep anything (a full or forbidden store): then nothing is remembered, and everything else goes on. */
const store = (key: string, recents: ReadonlyArray<Recent>): void => {
  try {
    localStorage.setItem(key, JSON.stringify(recents))
  } catch (cause) {
    console.warn("What was opened lately could not be kept", cause)
  }
}

export const recentsOf = (session: SignedIn | null): ReadonlyArray<Recent> => {
  const key = keyOf(session)
  return key === null ? [] : readRecents(localStorage.getItem(key))
}

export const remember = (session: SignedIn | null, place: Recent): void => {
  const key = keyOf(session)
  if (key !== null) store(key, withRecent(recentsOf(session), place))
}
