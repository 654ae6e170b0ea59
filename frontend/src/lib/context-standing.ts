import type { ExecutionContext } from "./execution-contexts"

/**
 * How it stands with the execution context of a page: pure, so that every way into it can be tried.
 *
 * - `loading`, `failed`: what one may act as is being asked for, or could not be read;
 * - `forbidden`: the workspace is not one's own, so nothing is asked;
 * - `none`: one may act as nobody in it;
 * - `unknown`: the address names one that is none (`shape`), none of one's own (`gone`), or several (`several`). It is never replaced: only the
 *   person, or an address that names another, ends this;
 * - `ready`: pages act as `current`.
 */
export type Standing =
  | { readonly status: "loading" | "failed" | "forbidden" | "none" }
  | { readonly status: "unknown"; readonly asked: string; readonly why: "shape" | "gone" | "several" }
  | { readonly status: "ready"; readonly current: ExecutionContext }

export interface Circumstances {
  /** Whether the workspace is open to whoever is signed in; null while it is not known who that is. */
  readonly mayEnter: boolean | null
  /** What one may act as there; null while that is not known. */
  readonly list: ReadonlyArray<ExecutionContext> | null
  /** It was asked for in vain. */
  readonly failed: boolean
  /** Every `context_id` of the address. */
  readonly asked: ReadonlyArray<string>
  /** What was asked for before and is unknown, while the person has not chosen another. */
  readonly unsettled: string | null
  /** Contexts that one acted as before, the last one first. */
  readonly recent: ReadonlyArray<string>
}

const SHAPE = /^(conn-|s3u-)?0*([1-9][0-9]{0,14})$/

/** The canonical form of a context id (`007` is `7`), as the service reads it (services/domain/accounts/contexts/ContextId.ts); null where the text is none. */
export const canonicalContextId = (text: string): string | null => {
  const found = SHAPE.exec(text)
  return found === null ? null : `${found[1] ?? ""}${found[2]}`
}

/** One of these by an id in any spelling. That of a session of S3 keys alone has a form of its own. */
export const contextOf = (list: ReadonlyArray<ExecutionContext>, asked: string): ExecutionContext | undefined => {
  const id = canonicalContextId(asked) ?? asked
  return list.find((context) => context.id === id)
}

const standingOfAsked = (list: ReadonlyArray<ExecutionContext>, asked: string): Standing => {
  const current = contextOf(list, asked)
  if (current !== undefined) return { status: "ready", current }
  return { status: "unknown", asked, why: canonicalContextId(asked) === null ? "shape" : "gone" }
}

export const standingOf = ({ asked, failed, list, mayEnter, recent, unsettled }: Circumstances): Standing => {
  if (mayEnter === false) return { status: "forbidden" }
  if (mayEnter === null) return { status: "loading" }
  if (list === null) return { status: failed ? "failed" : "loading" }
  const first = list[0]
  if (first === undefined) return { status: "none" }
  const named = [...new Set(asked.map((text) => canonicalContextId(text) ?? text))]
  if (named.length > 1) return { status: "unknown", asked: named.join(", "), why: "several" }
  // a page whose address names none does not settle what the one before asked for
  const only = asked[0] ?? unsettled
  if (only !== null) return standingOfAsked(list, only)
  const known = recent.map((id) => list.find((context) => context.id === id)).find((context) => context !== undefined)
  return { status: "ready", current: known ?? list.find((context) => context.endpoint_is_default) ?? first }
}

/** What the address has to say of it: the canonical id, or what was asked for and is not there; null: nothing. */
export const namedBy = (standing: Standing): string | null =>
  standing.status === "ready" ? standing.current.id : standing.status === "unknown" && standing.why !== "several" ? standing.asked : null
