import { Schema } from "effect"

const StepOutcome = Schema.Literals(["allowed", "refused", "not_tried"])
type StepOutcome = typeof StepOutcome.Type

const copySteps = ["foreign_read", "foreign_copy", "copied_content", "guarded_copy", "guarded_read"] as const

export const CopyCheckStep = Schema.Struct({
  step: Schema.Literals(copySteps),
  outcome: StepOutcome,
  detail: Schema.String
}).annotate({ identifier: "CopyCheckStep" })

/** `open`: an account root can copy objects that it may not read; `unknown`: could not be checked. */
export const CopyCheck = Schema.Struct({
  state: Schema.Literals(["open", "closed", "unknown"]),
  /** Whether the guard policy stops such copies and lets the owner read. */
  guard: Schema.Literals(["works", "fails", "unknown"]),
  detail: Schema.String,
  steps: Schema.Array(CopyCheckStep),
  checked_at: Schema.String,
  checked_by: Schema.String
}).annotate({ identifier: "CopyCheck" })
export type CopyCheck = typeof CopyCheck.Type

export const LatestCopyCheck = Schema.Struct({ check: Schema.NullOr(CopyCheck) }).annotate({
  identifier: "LatestCopyCheck"
})

export interface CopyAnswers {
  readonly foreignRead: boolean | null
  readonly foreignCopy: boolean | null
  readonly sameContent: boolean | null
  readonly guardedCopy: boolean | null
  readonly guardedRead: boolean | null
}

export const noAnswers: CopyAnswers = {
  foreignRead: null,
  foreignCopy: null,
  sameContent: null,
  guardedCopy: null,
  guardedRead: null
}

const outcomeOf = (answer: boolean | null): StepOutcome =>
  answer === null ? "not_tried" : answer ? "allowed" : "refused"

const stateOf = ({ foreignCopy, foreignRead, sameContent }: CopyAnswers): Pick<CopyCheck, "state" | "detail"> => {
  if (foreignRead === null) return { state: "unknown", detail: "Nothing was tried." }
  if (foreignRead)
    return { state: "unknown", detail: "The gateway let another account read the object: nothing can be concluded." }
  if (foreignCopy === null) return { state: "unknown", detail: "Whether the copy is refused was not tried." }
  if (!foreignCopy)
    return { state: "closed", detail: "The gateway refuses to copy an object that the caller may not read." }
  return sameContent === true
    ? {
        state: "open",
        detail:
          "An account root that may not read an object can copy it into its own bucket and read it there. This " +
          "holds for every bucket without a guard policy, also with a public access block."
      }
    : { state: "unknown", detail: "The copy was accepted, but its content could not be read." }
}

export const judgeCopyCheck = (answers: CopyAnswers): Pick<CopyCheck, "state" | "guard" | "detail" | "steps"> => {
  const { foreignCopy, foreignRead, guardedCopy, guardedRead, sameContent } = answers
  return {
    ...stateOf(answers),
    guard:
      foreignCopy !== true || guardedCopy === null || guardedRead === null
        ? "unknown"
        : !guardedCopy && guardedRead
          ? "works"
          : "fails",
    steps: [
      { step: "foreign_read", outcome: outcomeOf(foreignRead), detail: "HEAD of a private object of another account" },
      { step: "foreign_copy", outcome: outcomeOf(foreignCopy), detail: "CopyObject of it into an own bucket" },
      { step: "copied_content", outcome: outcomeOf(sameContent), detail: "GET of the copy, with the same bytes" },
      {
        step: "guarded_copy",
        outcome: outcomeOf(guardedCopy),
        detail: "CopyObject with the guard policy on the source"
      },
      { step: "guarded_read", outcome: outcomeOf(guardedRead), detail: "HEAD by the owner with the guard policy" }
    ]
  }
}
