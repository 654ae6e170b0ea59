import { Schema } from "effect"
import { Text } from "../platform/Text.ts"

/** What is sent to plan emptying a bucket. */
export const PlanEmptying = Schema.Struct({
  /** The bucket itself goes as well, once it is empty. */
  delete_bucket: Schema.optionalKey(Schema.Boolean)
}).annotate({ identifier: "PlanEmptying" })
export type PlanEmptying = typeof PlanEmptying.Type

/** What is sent to begin it. Without `plan_hash` whatever is in the bucket then. */
export const StartEmptying = Schema.Struct({ ...PlanEmptying.fields, plan_hash: Schema.optionalKey(Text(100)) })
  .annotate({ identifier: "StartEmptying" })
export type StartEmptying = typeof StartEmptying.Type

/** An object, version or delete marker that could not be removed. */
export const KeptVersion = Schema.Struct({ key: Schema.String, version_id: Schema.String, reason: Schema.String })
  .annotate({ identifier: "KeptVersion" })
export type KeptVersion = typeof KeptVersion.Type

/** So many of what could not be removed are named; after so many it is given up. */
export const keptNamed = 100
export const keptMost = 1_000

/** How often a bucket is looked through again for what arrived meanwhile. */
export const passesMost = 5

/** Why a version stays, in words; `locked`: what its headers say of object lock. */
export const keptReason = (
  code: string, locked: { readonly mode: string | null; readonly until: string | null; readonly hold: boolean } | null
): string => {
  if (locked?.hold === true) return "A legal hold is on it"
  if (locked?.mode != null) return `Retained (${locked.mode.toLowerCase()}) until ${locked.until ?? "a day that is not told"}`
  return code === "AccessDenied" ? "The gateway refused: these credentials may not delete it" : `The gateway answered ${code}`
}

/** Codes of single keys that pass by themselves: the next pass tries them again. */
export const passesBy = (code: string): boolean =>
  ["InternalError", "SlowDown", "ServiceUnavailable", "RequestTimeout", "OperationAborted", "Unanswered"].includes(code)
