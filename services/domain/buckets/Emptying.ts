import { Schema } from "effect"
import { Text } from "../platform/Text.ts"

export const PlanEmptying = Schema.Struct({
  delete_bucket: Schema.optionalKey(Schema.Boolean)
}).annotate({ identifier: "PlanEmptying" })
export type PlanEmptying = typeof PlanEmptying.Type

export const StartEmptying = Schema.Struct({
  ...PlanEmptying.fields,
  plan_hash: Schema.optionalKey(Text(100))
}).annotate({ identifier: "StartEmptying" })
export type StartEmptying = typeof StartEmptying.Type

export const RetainedVersion = Schema.Struct({
  key: Schema.String,
  version_id: Schema.String,
  reason: Schema.String
}).annotate({ identifier: "KeptVersion" })
export type RetainedVersion = typeof RetainedVersion.Type

export const MAX_RETAINED_IN_REPORT = 100
export const MAX_RETAINED_RETRIED = 1_000

export const MAX_PASSES = 5

export const retentionReason = (
  code: string,
  locked: { readonly mode: string | null; readonly until: string | null; readonly hold: boolean } | null
): string => {
  if (locked?.hold === true) return "A legal hold is on it"
  if (locked?.mode != null)
    return `Retained (${locked.mode.toLowerCase()}) until ${locked.until ?? "a day that is not told"}`
  return code === "AccessDenied"
    ? "The gateway refused: these credentials may not delete it"
    : `The gateway answered ${code}`
}

export const isTransientRefusal = (code: string): boolean =>
  ["InternalError", "SlowDown", "ServiceUnavailable", "RequestTimeout", "OperationAborted", "Unanswered"].includes(code)
