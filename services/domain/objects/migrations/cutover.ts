/** `catch_up` copies what changed before the lock, `final_sync` what changed until the lock. */
export const cutoverStages = [
  "pre_sync",
  "awaiting_cutover",
  "catch_up",
  "lock",
  "final_sync",
  "verify",
  "delete_source",
  "unlock",
  "settings",
  "ended"
] as const
export type CutoverStage = (typeof cutoverStages)[number]

export const cutoverEvents = ["done", "continued", "differs", "failed"] as const
export type CutoverEvent = (typeof cutoverEvents)[number]

export interface CutoverState {
  readonly stage: CutoverStage
  readonly rounds: number
  readonly verified: boolean
  /** `begun`: objects of the source may be deleted, so nothing is copied or compared anew. */
  readonly deletion: "none" | "wanted" | "begun"
}

export const initialCutover: CutoverState = { stage: "pre_sync", rounds: 0, verified: false, deletion: "none" }

/** After a deletion began: another copy or comparison takes deletions for changes and removes the only copies. */
export const deletingCutover: CutoverState = { stage: "lock", rounds: 0, verified: true, deletion: "begun" }

/** Requests that began before the lock may end after it: their objects are found by a further round. */
export const MAX_FINAL_ROUNDS = 3

/** The source may be locked: the only exit leads through `unlock`. */
export const mayHaveSourceLock = ({ stage }: CutoverState): boolean =>
  stage === "lock" || stage === "final_sync" || stage === "verify" || stage === "delete_source" || stage === "unlock"

export const afterCutoverEvent = (state: CutoverState, event: CutoverEvent): CutoverState | null => {
  const to = (stage: CutoverStage): CutoverState => ({ ...state, stage })
  if (event === "failed")
    return state.stage === "ended"
      ? null
      : to(mayHaveSourceLock(state) && state.stage !== "unlock" ? "unlock" : "ended")
  switch (state.stage) {
    case "pre_sync":
      return event === "done" ? to("awaiting_cutover") : null
    case "awaiting_cutover":
      return event === "continued" ? to("catch_up") : null
    case "catch_up":
      return event === "done" ? to("lock") : null
    case "lock":
      return event === "done" ? to(state.deletion === "begun" ? "delete_source" : "final_sync") : null
    case "final_sync":
      return event === "done" ? to("verify") : null
    case "verify": {
      if (event === "done") return { ...to(state.deletion === "wanted" ? "delete_source" : "unlock"), verified: true }
      if (event !== "differs") return null
      const rounds = state.rounds + 1
      return { ...to(rounds < MAX_FINAL_ROUNDS ? "final_sync" : "unlock"), rounds }
    }
    case "delete_source":
      return event === "done" ? { ...to("unlock"), deletion: "begun" } : null
    case "unlock":
      return event === "done" ? to(state.verified ? "settings" : "ended") : null
    case "settings":
      return event === "done" ? to("ended") : null
    case "ended":
      return null
  }
}
