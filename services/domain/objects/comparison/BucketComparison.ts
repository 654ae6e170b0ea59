import { Schema, SchemaTransformation } from "effect"
import { ExistingBucketName } from "../../buckets/BucketName.ts"
import { FeatureName } from "../../buckets/features/FeatureName.ts"
import { cursorPageOf } from "../../platform/Cursor.ts"
import { Text } from "../../platform/Text.ts"
import { runStates } from "../../platform/work/runState.ts"
import { WorkItemProgress, WorkRun } from "../../platform/work/WorkRun.ts"

export const BucketPlace = Schema.Struct({ context_id: Text(64), bucket: ExistingBucketName }).annotate({
  identifier: "BucketPlace"
})
export type BucketPlace = typeof BucketPlace.Type

export const StartComparison = Schema.Struct({
  source: BucketPlace,
  target: BucketPlace,
  content: Schema.Boolean,
  settings: Schema.Boolean,
  versions: Schema.Boolean
}).annotate({ identifier: "StartComparison" })
export type StartComparison = typeof StartComparison.Type

/** `missing`: only at the source; `extra`: only at the target; `unknown`: sizes are equal, ETags cannot be compared. */
export const differenceKinds = ["missing", "extra", "different", "unknown"] as const
export type DifferenceKind = (typeof differenceKinds)[number]

export const ComparedObject = Schema.Struct({
  size_bytes: Schema.Int,
  etag: Schema.NullOr(Schema.String),
  versions: Schema.Int
}).annotate({ identifier: "ComparedObject" })
export type ComparedObject = typeof ComparedObject.Type

export const ObjectDifference = Schema.Struct({
  key: Schema.String,
  kind: Schema.Literals(differenceKinds),
  source: Schema.NullOr(ComparedObject),
  target: Schema.NullOr(ComparedObject)
}).annotate({ identifier: "ObjectDifference" })
export type ObjectDifference = typeof ObjectDifference.Type
export const ObjectDifferencePage = cursorPageOf(ObjectDifference).annotate({ identifier: "ObjectDifferencePage" })

export const ComparisonCounts = Schema.Struct({
  source_objects: Schema.Int,
  source_bytes: Schema.Int,
  target_objects: Schema.Int,
  target_bytes: Schema.Int,
  same: Schema.Int,
  missing: Schema.Int,
  extra: Schema.Int,
  different: Schema.Int,
  unknown: Schema.Int
}).annotate({ identifier: "ComparisonCounts" })
export type ComparisonCounts = typeof ComparisonCounts.Type

export const noCounts: ComparisonCounts = {
  source_objects: 0,
  source_bytes: 0,
  target_objects: 0,
  target_bytes: 0,
  same: 0,
  missing: 0,
  extra: 0,
  different: 0,
  unknown: 0
}

export const sumCounts = (one: ComparisonCounts, other: ComparisonCounts): ComparisonCounts => {
  const sum = { ...one }
  for (const name of Object.keys(noCounts) as ReadonlyArray<keyof ComparisonCounts>)
    Object.assign(sum, { [name]: one[name] + other[name] })
  return sum
}

export const countDifferent = ({ different, extra, missing, unknown }: ComparisonCounts): number =>
  different + extra + missing + unknown

/** Maximum differences stored of a comparison; all are counted. */
export const MAX_STORED_DIFFERENCES = 1_000_000

export const SettingComparison = Schema.Struct({
  feature: FeatureName,
  verdict: Schema.Literals(["same", "different", "unknown"]),
  source_summary: Schema.String,
  target_summary: Schema.String,
  detail: Schema.NullOr(Schema.String)
}).annotate({ identifier: "SettingComparison" })
export type SettingComparison = typeof SettingComparison.Type

/** Null: parts are not compared yet, or equality is unknown. */
export const isEqual = (
  objects: ComparisonCounts | null,
  settings: ReadonlyArray<SettingComparison> | null
): boolean | null => {
  if (objects !== null && objects.missing + objects.extra + objects.different > 0) return false
  if (settings?.some(({ verdict }) => verdict === "different") === true) return false
  return (objects?.unknown ?? 0) > 0 || (settings ?? []).some(({ verdict }) => verdict === "unknown") ? null : true
}

const summary = {
  id: Schema.Int,
  state: Schema.Literals(runStates),
  ...StartComparison.fields,
  progress: Schema.NullOr(WorkItemProgress),
  started_by: WorkRun.fields.started_by,
  created_at: WorkRun.fields.created_at,
  ended_at: WorkRun.fields.ended_at
}
export const BucketComparisonSummary = Schema.Struct(summary).annotate({ identifier: "BucketComparisonSummary" })
export type BucketComparisonSummary = typeof BucketComparisonSummary.Type
export const BucketComparisonPage = cursorPageOf(BucketComparisonSummary).annotate({
  identifier: "BucketComparisonPage"
})

export const BucketComparison = Schema.Struct({
  ...summary,
  objects: Schema.NullOr(ComparisonCounts),
  settings_compared: Schema.NullOr(Schema.Array(SettingComparison)),
  equal: Schema.NullOr(Schema.Boolean),
  problems: Schema.Array(Schema.String)
}).annotate({ identifier: "BucketComparison" })
export type BucketComparison = typeof BucketComparison.Type

export const DifferencePosition = Schema.Tuple([Schema.String]).pipe(
  Schema.decodeTo(
    Schema.Struct({ key: Schema.String }),
    SchemaTransformation.transform({
      decode: ([key]: readonly [string]) => ({ key }),
      encode: ({ key }: { readonly key: string }) => [key] as const
    })
  )
)
export type DifferencePosition = typeof DifferencePosition.Type

export const remediationActions = ["copy_missing", "replace_different", "delete_extra", "align_settings"] as const
export type RemediationAction = (typeof remediationActions)[number]
