import { allowedActions, isEnded, type RunState } from "../../platform/work/runState.ts"

export const migrationStates = [
  "draft",
  "queued",
  "running",
  "pause_requested",
  "paused",
  "cancel_requested",
  "canceled",
  "completed",
  "completed_with_errors",
  "failed",
  "rolled_back"
] as const
export type MigrationState = (typeof migrationStates)[number]

export const migrationActions = ["edit", "precheck", "start", "pause", "resume", "stop", "delete"] as const
export type MigrationAction = (typeof migrationActions)[number]

/**
 * State of a migration by that of its run; null without a run. A migration of which no bucket completed is `failed`.
 */
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

/** Precheck of a draft as far as it decides about its start. */
export interface PrecheckVerdict {
  readonly blocking: number
}

/** Actions that are possible now. A draft starts after a precheck without blocking findings. */
export const possibleActions = (
  run: { readonly state: RunState } | null,
  precheck: PrecheckVerdict | null
): ReadonlyArray<MigrationAction> => {
  if (run === null) return ["edit", "precheck", ...(precheck?.blocking === 0 ? (["start"] as const) : []), "delete"]
  const work = allowedActions(run.state, 0)
  return [
    ...migrationActions.filter((action) => (work as ReadonlyArray<string>).includes(action)),
    ...(isEnded(run.state) ? (["delete"] as const) : [])
  ]
}
