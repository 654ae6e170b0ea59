import { Schema } from "effect"
import { cursorPageOf } from "../../platform/Cursor.ts"
import { FeatureName, FeatureState } from "./FeatureName.ts"

/** Why a feature could not be read, and when that was found. */
export const FeatureProblem = Schema.Struct({
  code: Schema.String,
  detail: Schema.String,
  /** What the gateway answered; null: it gave no answer. */
  storage_code: Schema.NullOr(Schema.String),
  storage_status: Schema.NullOr(Schema.Int),
  at: Schema.String
}).annotate({ identifier: "FeatureProblem" })
export type FeatureProblem = typeof FeatureProblem.Type

/** What a filter compares. */
export const Param = Schema.Union([Schema.String, Schema.Finite, Schema.Boolean, Schema.Null, Schema.Array(Schema.Union([Schema.String, Schema.Finite]))])

/** A feature of a bucket as its gateway shows it now. */
export const FeatureReading = Schema.Struct({
  feature: FeatureName,
  state: FeatureState,
  /** In a few words; "" where it is not set. */
  summary: Schema.String,
  /** What can be edited; null: it is not set, or could not be read. */
  value: Schema.NullOr(Schema.Record(Schema.String, Schema.Json)),
  /** What an edit begins from; null where it could not be read. */
  version: Schema.NullOr(Schema.String),
  /** What filters compare: an entry a rule. */
  params: Schema.Array(Schema.Record(Schema.String, Param)),
  warnings: Schema.Array(Schema.String),
  /** Places in the gateway's document that `value` does not carry, e.g. `Rule/Filter/ArchiveZone`: an edit keeps them. */
  unknown_parts: Schema.Array(Schema.String),
  /** Why it cannot be changed here; null: it can. */
  read_only: Schema.NullOr(Schema.String),
  problem: Schema.NullOr(FeatureProblem)
}).annotate({ identifier: "FeatureReading" })
export type FeatureReading = typeof FeatureReading.Type

export const FeatureReadings = Schema.Struct({ items: Schema.Array(FeatureReading) }).annotate({ identifier: "FeatureReadings" })
export type FeatureReadings = typeof FeatureReadings.Type

/** What came of a change: how it stands now, and its place in the history (null: nothing was changed). */
export const FeatureSaved = Schema.Struct({ reading: FeatureReading, change_id: Schema.NullOr(Schema.Int) }).annotate({ identifier: "FeatureSaved" })
export type FeatureSaved = typeof FeatureSaved.Type

/** What a change came from. */
export const changeOrigins = ["edit", "undo", "copy", "create"] as const

/** A change of a feature, as it was made; what stood before can be put back while nothing changed since. */
export const FeatureChange = Schema.Struct({
  id: Schema.Int,
  feature: FeatureName,
  origin: Schema.Literals(changeOrigins),
  changed_at: Schema.String,
  /** Who made it; null: nobody who is still known. */
  changed_by: Schema.NullOr(Schema.String),
  before_summary: Schema.String,
  after_summary: Schema.String,
  before: FeatureReading.fields.value,
  after: FeatureReading.fields.value,
  /** It was made in an earlier bucket of this name: it is told, and cannot be undone. */
  former: Schema.Boolean,
  /** The change that this one took back. */
  undoes: Schema.NullOr(Schema.Int),
  /** The change that took this one back. */
  undone_by: Schema.NullOr(Schema.Int)
}).annotate({ identifier: "FeatureChange" })
export type FeatureChange = typeof FeatureChange.Type

export const FeatureChangePage = cursorPageOf(FeatureChange).annotate({ identifier: "FeatureChangePage" })

/** What would come of a value before it is sent. */
export const FeatureCheck = Schema.Struct({
  faults: Schema.Array(Schema.Struct({ path: Schema.Array(Schema.String), message: Schema.String })),
  warnings: Schema.Array(Schema.String),
  summary: Schema.String,
  /** The documents as they stand and as they would be sent; null: none. */
  before: Schema.NullOr(Schema.String),
  after: Schema.NullOr(Schema.String)
}).annotate({ identifier: "FeatureCheck" })
export type FeatureCheck = typeof FeatureCheck.Type
