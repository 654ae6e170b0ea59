export const runStates = [
  "planning",
  "queued",
  "running",
  "pause_requested",
  "paused",
  "awaiting_cutover",
  "cancel_requested",
  "canceled",
  "completed",
  "completed_with_errors",
  "rolled_back"
] as const
export type RunState = (typeof runStates)[number]

export const itemStates = [
  "pending",
  "running",
  "awaiting_cutover",
  "completed",
  "failed",
  "skipped",
  "canceled",
  "rolled_back"
] as const
export type ItemState = (typeof itemStates)[number]

export const workScopes = ["admin", "manager", "browser", "cluster-admin", "storage-ops"] as const
export type WorkScope = (typeof workScopes)[number]

/** `manager`: by context; `browser`: by objects; `cluster-admin`: by endpoint; `storage-ops`: by user (`user:7`). */
export type WorkPlace = "admin" | { readonly scope: Exclude<WorkScope, "admin">; readonly listingKey: string }

export const scopeOf = (place: WorkPlace): WorkScope => (place === "admin" ? "admin" : place.scope)

/** Object changes are never audited. */
export const isAuditedScope = (scope: WorkScope): boolean => scope !== "browser"

export type Direction = "forward" | "back"

export const runActions = ["pause", "resume", "stop", "undo"] as const
export type RunAction = (typeof runActions)[number]
/** Only kinds of work whose items wait for it offer `continue`. */
export type RunRequest = RunAction | "continue"

export type ItemCounts = Readonly<Record<ItemState, number>>

export const noItems: ItemCounts = {
  pending: 0,
  running: 0,
  awaiting_cutover: 0,
  completed: 0,
  failed: 0,
  skipped: 0,
  canceled: 0,
  rolled_back: 0
}

export const countAll = (counts: ItemCounts): number => itemStates.reduce((sum, state) => sum + counts[state], 0)

export const isEnded = (state: RunState): boolean =>
  state === "canceled" || state === "completed" || state === "completed_with_errors" || state === "rolled_back"

/** Includes requested pauses and stops: a runner carries them out. */
export const needsRunner = (state: RunState): boolean =>
  state === "queued" || state === "running" || state === "pause_requested" || state === "cancel_requested"

/** Null: not allowed now. Pause and stop take effect between two items. `undoable`: items with a stored inverse. */
export const stateAfter = (state: RunState, request: RunRequest, undoable: number): RunState | null => {
  switch (request) {
    case "continue":
      return state === "awaiting_cutover" ? "queued" : null
    case "pause":
      return state === "queued" ? "paused" : state === "running" ? "pause_requested" : null
    case "resume":
      return state === "paused" ? "queued" : state === "pause_requested" ? "running" : null
    case "stop":
      return state !== "cancel_requested" && (needsRunner(state) || state === "paused" || state === "awaiting_cutover")
        ? "cancel_requested"
        : null
    case "undo":
      return isEnded(state) && undoable > 0 ? "queued" : null
  }
}

export const allowedActions = (state: RunState, undoable: number): ReadonlyArray<RunAction> =>
  runActions.filter((request) => stateAfter(state, request, undoable) !== null)

export const nextAfterItem = (state: RunState): "go on" | "rest" | "end" =>
  state === "pause_requested" || state === "paused"
    ? "rest"
    : state === "cancel_requested" || isEnded(state)
      ? "end"
      : "go on"

/** Undo is `rolled_back` only when every item was reverted. */
export const finalRunState = (
  direction: Direction,
  stopped: boolean,
  counts: ItemCounts,
  undoable: number
): RunState => {
  if (stopped) return "canceled"
  if (direction === "back") return undoable === 0 ? "rolled_back" : "completed_with_errors"
  if (counts.awaiting_cutover > 0) return "awaiting_cutover"
  return counts.failed > 0 ? "completed_with_errors" : "completed"
}

export const finishedShare = (counts: ItemCounts): number => {
  const all = countAll(counts)
  return all === 0 ? 1 : (all - counts.pending - counts.running - counts.awaiting_cutover) / all
}
