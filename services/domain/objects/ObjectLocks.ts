import { Schema } from "effect"
import { Text } from "../platform/Text.ts"
import { ObjectKey } from "./ObjectListing.ts"
import { retentionModes } from "./ObjectDetails.ts"

const VersionId = Text(1_024)
const ofVersion = { key: ObjectKey, version_id: Schema.optionalKey(VersionId) }

const Moment = Text(32)
  .check(Schema.isPattern(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(?:\.\d{1,9})?Z$/u))
  .check(Schema.makeFilter((text: string) => !Number.isNaN(Date.parse(text)) || "Expected a date"))

export const SetLegalHold = Schema.Struct({ ...ofVersion, legal_hold: Schema.Boolean }).annotate({
  identifier: "SetLegalHold"
})
export type SetLegalHold = typeof SetLegalHold.Type

export const SetRetention = Schema.Struct({
  ...ofVersion,
  mode: Schema.Literals(retentionModes),
  retain_until: Moment,
  bypass_governance: Schema.optionalKey(Schema.Boolean)
}).annotate({ identifier: "SetRetention" })
export type SetRetention = typeof SetRetention.Type

export const RecallObject = Schema.Struct({
  ...ofVersion,
  days: Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: 3_650 })),
  tier: Schema.optionalKey(Schema.Literals(["Standard", "Bulk", "Expedited"]))
}).annotate({ identifier: "RecallObject" })
export type RecallObject = typeof RecallObject.Type

export const VersionReference = Schema.Struct({
  key: ObjectKey,
  version_id: VersionId.check(Schema.isNonEmpty())
}).annotate({ identifier: "NamedVersion" })

export const RemoveVersion = Schema.Struct({
  ...VersionReference.fields,
  bypass_governance: Schema.optionalKey(Schema.Boolean)
}).annotate({ identifier: "RemoveVersion" })
export type RemoveVersion = typeof RemoveVersion.Type

/** Null: the version can be deleted. `now`: milliseconds. */
export const lockReason = (
  lock: {
    readonly mode: (typeof retentionModes)[number] | null
    readonly retain_until: string | null
    readonly legal_hold: boolean
  },
  now: number
): string | null => {
  if (lock.legal_hold) return "A legal hold keeps this version"
  if (lock.mode === null || lock.retain_until === null || Date.parse(lock.retain_until) <= now) return null
  return lock.mode === "governance"
    ? `It is retained until ${lock.retain_until} (governance): only who may bypass governance can delete it before`
    : `It is retained until ${lock.retain_until} (compliance): nobody can delete it before`
}
