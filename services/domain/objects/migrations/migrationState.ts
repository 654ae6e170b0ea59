import type { ItemState, RunState } from "../../platform/work/runState.ts"

export const migrationStates = [
  "draft",
  "queued",
  "running",
  "pause_requested",
  "paused",
  "awaiting_cutover",
  "cancel_requested",
  "canceled",
  "completed",
  "completed_with_errors",
  "failed",
  "rolled_back"
] as const
export type MigrationState = (typeof migrationStates)[number]

export const migrationActions = [
  "edit",
  "precheck",
  "start",
  "pause",
  "resume",
  "continue",
  "stop",
  "retry",
  "rollback",
  "delete"
] as const
export type MigrationAction = (typeof migrationActions)[number]

/** A migration of which no bucket completed is `failed`. */
export const migrationState = (
  run: { readonly state: RunState; readonly completed: number } | null
): MigrationState => {
  if (run === null) return "draft"
  switch (run.state) {
    case "planning":
      return "queued"
    case "completed_with_errors":
      return run.completed === 0 ? "failed" : run.state
    default:
      return run.state
  }
}

const afterEnd = { retry: "queued", rollback: "queued", delete: "deleted" } as const

export const migrationTransitions: Readonly<
  Record<MigrationState, { readonly [Action in MigrationAction]?: MigrationState | "deleted" }>
> = {
  draft: { edit: "draft", precheck: "draft", start: "queued", delete: "deleted" },
  queued: { pause: "paused", stop: "cancel_requested" },
  running: { pause: "pause_requested", stop: "cancel_requested" },
  pause_requested: { resume: "running", stop: "cancel_requested" },
  paused: { resume: "queued", stop: "cancel_requested" },
  awaiting_cutover: { continue: "queued", stop: "cancel_requested" },
  cancel_requested: {},
  canceled: afterEnd,
  completed: { delete: "deleted" },
  completed_with_errors: afterEnd,
  failed: afterEnd,
  rolled_back: { delete: "deleted" }
}

export interface MigrationFacts {
  readonly blocking: number | null
  readonly failed: number
}

export const possibleActions = (
  state: MigrationState,
  { blocking, failed }: MigrationFacts
): ReadonlyArray<MigrationAction> =>
  migrationActions.filter((action) => {
    if (migrationTransitions[state][action] === undefined) return false
    if (action === "start") return blocking === 0
    return (action !== "retry" && action !== "rollback") || failed > 0
  })

export const itemActions = ["retry", "rollback"] as const
export type ItemAction = (typeof itemActions)[number]

export const possibleItemActions = (
  migration: MigrationState,
  item: { readonly state: ItemState; readonly can_undo: boolean }
): ReadonlyArray<ItemAction> => {
  const transitions = migrationTransitions[migration]
  if (transitions.delete === undefined || migration === "draft") return []
  return [
    ...(item.state === "failed" && transitions.retry !== undefined ? (["retry"] as const) : []),
    ...(item.can_undo && item.state !== "rolled_back" ? (["rollback"] as const) : [])
  ]
}
