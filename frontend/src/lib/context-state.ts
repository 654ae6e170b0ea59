import type { ExecutionContext } from "./execution-contexts"

/** `unknown`: the address names an invalid id (`shape`), another user's (`gone`), or several; never replaced. */
export type ContextState =
  | { readonly status: "loading" | "failed" | "forbidden" | "none" }
  | { readonly status: "unknown"; readonly requested: string; readonly why: "shape" | "gone" | "several" }
  | { readonly status: "ready"; readonly current: ExecutionContext }

export interface ContextStateInput {
  readonly mayEnter: boolean | null
  readonly list: ReadonlyArray<ExecutionContext> | null
  readonly failed: boolean
  readonly requested: ReadonlyArray<string>
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

export const findContext = (
  list: ReadonlyArray<ExecutionContext>,
  requestedId: string
): ExecutionContext | undefined => {
  const id = canonicalContextId(requestedId) ?? requestedId
  return list.find((context) => context.id === id)
}

const stateOfRequested = (list: ReadonlyArray<ExecutionContext>, requestedId: string): ContextState => {
  const current = findContext(list, requestedId)
  if (current !== undefined) return { status: "ready", current }
  return { status: "unknown", requested: requestedId, why: canonicalContextId(requestedId) === null ? "shape" : "gone" }
}

export const contextStateOf = ({
  requested: requestedId,
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
  const named = [...new Set(requestedId.map((text) => canonicalContextId(text) ?? text))]
  if (named.length > 1) return { status: "unknown", requested: named.join(", "), why: "several" }
  // A page whose address names no context must not switch it.
  const only = requestedId[0] ?? unsettled
  if (only !== null) return stateOfRequested(list, only)
  const known = recent.map((id) => list.find((context) => context.id === id)).find((context) => context !== undefined)
  return { status: "ready", current: known ?? list.find((context) => context.endpoint_is_default) ?? first }
}

export const requestedContextId = (state: ContextState): string | null =>
  state.status === "ready"
    ? state.current.id
    : state.status === "unknown" && state.why !== "several"
      ? state.requested
      : null
