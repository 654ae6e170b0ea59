import { Schema } from "effect"
import { cursorPageOf } from "../../platform/Cursor.ts"
import { FeatureName, FeatureState } from "./FeatureName.ts"

export const FeatureProblem = Schema.Struct({
  code: Schema.String,
  detail: Schema.String,
  storage_code: Schema.NullOr(Schema.String),
  storage_status: Schema.NullOr(Schema.Int),
  at: Schema.String
}).annotate({ identifier: "FeatureProblem" })
export type FeatureProblem = typeof FeatureProblem.Type

export const Param = Schema.Union([
  Schema.String,
  Schema.Finite,
  Schema.Boolean,
  Schema.Null,
  Schema.Array(Schema.Union([Schema.String, Schema.Finite]))
])

export const FeatureReading = Schema.Struct({
  feature: FeatureName,
  state: FeatureState,
  summary: Schema.String,
  value: Schema.NullOr(Schema.Record(Schema.String, Schema.Json)),
  version: Schema.NullOr(Schema.String),
  params: Schema.Array(Schema.Record(Schema.String, Param)),
  warnings: Schema.Array(Schema.String),
  /** Paths that `value` does not contain; edits preserve them. */
  unknown_parts: Schema.Array(Schema.String),
  read_only: Schema.NullOr(Schema.String),
  problem: Schema.NullOr(FeatureProblem)
}).annotate({ identifier: "FeatureReading" })
export type FeatureReading = typeof FeatureReading.Type

export const FeatureReadings = Schema.Struct({ items: Schema.Array(FeatureReading) }).annotate({
  identifier: "FeatureReadings"
})
export type FeatureReadings = typeof FeatureReadings.Type

export const FeatureSaved = Schema.Struct({ reading: FeatureReading, change_id: Schema.NullOr(Schema.Int) }).annotate({
  identifier: "FeatureSaved"
})
export type FeatureSaved = typeof FeatureSaved.Type

export const changeOrigins = ["edit", "undo", "copy", "create", "bulk"] as const

export const FeatureChange = Schema.Struct({
  id: Schema.Int,
  feature: FeatureName,
  origin: Schema.Literals(changeOrigins),
  changed_at: Schema.String,
  changed_by: Schema.NullOr(Schema.String),
  before_summary: Schema.String,
  after_summary: Schema.String,
  before: FeatureReading.fields.value,
  after: FeatureReading.fields.value,
  former: Schema.Boolean,
  undoes: Schema.NullOr(Schema.Int),
  undone_by: Schema.NullOr(Schema.Int)
}).annotate({ identifier: "FeatureChange" })
export type FeatureChange = typeof FeatureChange.Type

export const FeatureChangePage = cursorPageOf(FeatureChange).annotate({ identifier: "FeatureChangePage" })

export const FeatureCheck = Schema.Struct({
  faults: Schema.Array(Schema.Struct({ path: Schema.Array(Schema.String), message: Schema.String })),
  warnings: Schema.Array(Schema.String),
  summary: Schema.String,
  before: Schema.NullOr(Schema.String),
  after: Schema.NullOr(Schema.String)
}).annotate({ identifier: "FeatureCheck" })
export type FeatureCheck = typeof FeatureCheck.Type
