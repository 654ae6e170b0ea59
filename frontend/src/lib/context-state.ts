import type { ExecutionContext } from "./execution-contexts"

/** `unknown`: the address names an invalid id (`shape`), another user's (`gone`), or several; never replaced. */
export type ContextState =
  | { readonly status: "loading" | "failed" | "forbidden" | "none" }
  | { readonly status: "unknown"; readonly asked: string; readonly why: "shape" | "gone" | "several" }
  | { readonly status: "ready"; readonly current: ExecutionContext }

export interface ContextStateInput {
  readonly mayEnter: boolean | null
  readonly list: ReadonlyArray<ExecutionContext> | null
  readonly failed: boolean
  readonly asked: ReadonlyArray<string>
  /** From an earlier address, until the user chooses another. */
  readonly unsettled: string | null
  readonly recent: ReadonlyArray<string>
}

const SHAPE = /^(conn-|s3u-)?0*([1-9][0-9]{0,14})$/

/** `007` is `7`, as in the service (services/domain/accounts/contexts/ContextId.ts); null when invalid. */
export const canonicalContextId = (text: string): string | null => {
  const found = SHAPE.exec(text)
  return found === null ? null : `${found[1] ?? ""}${found[2]}`
}

export const findContext = (list: ReadonlyArray<ExecutionContext>, asked: string): ExecutionContext | undefined => {
  const id = canonicalContextId(asked) ?? asked
  return list.find((context) => context.id === id)
}

const standingOfAsked = (list: ReadonlyArray<ExecutionContext>, asked: string): ContextState => {
  const current = findContext(list, asked)
  if (current !== undefined) return { status: "ready", current }
  return { status: "unknown", asked, why: canonicalContextId(asked) === null ? "shape" : "gone" }
}

export const contextStateOf = ({
  asked,
  failed,
  list,
  mayEnter,
  recent,
  unsettled
}: ContextStateInput): ContextState => {
  if (mayEnter === false) return { status: "forbidden" }
  if (mayEnter === null) return { status: "loading" }
  if (list === null) return { status: failed ? "failed" : "loading" }
  const first = list[0]
  if (first === undefined) return { status: "none" }
  const named = [...new Set(asked.map((text) => canonicalContextId(text) ?? text))]
  if (named.length > 1) return { status: "unknown", asked: named.join(", "), why: "several" }
  // A page whose address names no context must not switch it.
  const only = asked[0] ?? unsettled
  if (only !== null) return standingOfAsked(list, only)
  const known = recent.map((id) => list.find((context) => context.id === id)).find((context) => context !== undefined)
  return { status: "ready", current: known ?? list.find((context) => context.endpoint_is_default) ?? first }
}

export const requestedContextId = (standing: ContextState): string | null =>
  standing.status === "ready"
    ? standing.current.id
    : standing.status === "unknown" && standing.why !== "several"
      ? standing.asked
      : null
