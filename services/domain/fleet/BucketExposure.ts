import { Schema, SchemaTransformation } from "effect"
import type { Exposure } from "../buckets/policies/exposure.ts"
import { exposureVerdicts } from "../buckets/features/ExposureRow.ts"
import { cursorPageOf, type CursorQuery } from "../platform/Cursor.ts"
import { commaSeparated } from "../platform/Filters.ts"
import { type OffsetQuery, pageOf } from "../platform/Paging.ts"

export type ExposureVerdict = (typeof exposureVerdicts)[number]
const Verdict = Schema.Literals(exposureVerdicts)

export const exposureChangeKinds = ["opened", "closed", "unreadable", "readable", "new", "gone"] as const
export const ExposureChangeKind = Schema.Literals(exposureChangeKinds)
export type ExposureChangeKind = typeof ExposureChangeKind.Type

export const EXPOSURE_CHANGE_DAYS = 90

const closedness = (verdict: ExposureVerdict): number => exposureVerdicts.indexOf(verdict)

export const exposureChange = (
  before: ExposureVerdict | null,
  after: ExposureVerdict | null
): ExposureChangeKind | null => {
  if (before === after) return null
  if (before === null) return "new"
  if (after === null) return "gone"
  if (after === "unavailable") return "unreadable"
  if (before === "unavailable") return "readable"
  return closedness(after) < closedness(before) ? "opened" : "closed"
}

export const BucketExposure = Schema.Struct({
  id: Schema.Int,
  name: Schema.String,
  tenant: Schema.String,
  owner: Schema.NullOr(Schema.String),
  verdict: Verdict,
  words: Schema.String,
  since: Schema.String
}).annotate({ identifier: "ClusterBucketExposure" })
export type BucketExposure = typeof BucketExposure.Type

export const ExposureCheck = Schema.Struct({
  attempted_at: Schema.String,
  compared_at: Schema.NullOr(Schema.String),
  problem: Schema.NullOr(Schema.String)
}).annotate({ identifier: "ExposureCheck" })
export type ExposureCheck = typeof ExposureCheck.Type

const counts = Object.fromEntries(exposureVerdicts.map((verdict) => [verdict, Schema.Int])) as {
  readonly [V in ExposureVerdict]: typeof Schema.Int
}
export const ExposureCounts = Schema.Struct(counts).annotate({ identifier: "ExposureCounts" })
export type ExposureCounts = typeof ExposureCounts.Type

export const BucketExposurePage = Schema.Struct({
  ...pageOf(BucketExposure).fields,
  check: Schema.NullOr(ExposureCheck),
  counts: ExposureCounts
}).annotate({ identifier: "ClusterBucketExposurePage" })
export type BucketExposurePage = typeof BucketExposurePage.Type

export const BucketExposureChange = Schema.Struct({
  id: Schema.Int,
  name: Schema.String,
  tenant: Schema.String,
  owner: Schema.NullOr(Schema.String),
  kind: ExposureChangeKind,
  before: Schema.NullOr(Verdict),
  after: Schema.NullOr(Verdict),
  before_since: Schema.NullOr(Schema.String),
  words: Schema.String,
  noted_at: Schema.String
}).annotate({ identifier: "ClusterBucketExposureChange" })
export type BucketExposureChange = typeof BucketExposureChange.Type

export const BucketExposureChangePage = cursorPageOf(BucketExposureChange).annotate({
  identifier: "ClusterBucketExposureChangePage"
})

export const exposureSortKeys = ["name", "owner", "verdict", "since"] as const
export interface EndpointExposureQuery extends OffsetQuery<(typeof exposureSortKeys)[number]> {
  readonly verdict?: ReadonlyArray<ExposureVerdict>
}
export const endpointExposureFilters = { verdict: Schema.optionalKey(commaSeparated(exposureVerdicts)) }

export const ChangePosition = Schema.Tuple([Schema.String.check(Schema.isPattern(/^[1-9]\d{0,15}$/u))]).pipe(
  Schema.decodeTo(
    Schema.Int,
    SchemaTransformation.transform({
      decode: ([id]: readonly [string]) => Number(id),
      encode: (id: number): readonly [string] => [String(id)]
    })
  )
)
export interface ExposureChangeQuery extends CursorQuery<number> {
  readonly kind?: ReadonlyArray<ExposureChangeKind>
}
export const exposureChangeFilters = { kind: Schema.optionalKey(commaSeparated(exposureChangeKinds)) }

export const ExposureReport = Schema.Struct({
  status: Schema.Literals(["completed", "skipped"]),
  endpoint_count: Schema.Int,
  failed_endpoint_count: Schema.Int,
  bucket_count: Schema.Int,
  unavailable_count: Schema.Int,
  changed_count: Schema.Int,
  purged_count: Schema.Int
}).annotate({ identifier: "ExposureReport" })
export type ExposureReport = typeof ExposureReport.Type

export interface JudgedBucket {
  readonly tenant: string
  readonly name: string
  readonly owner: string | null
  readonly bucket_id: string | null
  readonly verdict: Exposure["verdict"]
  readonly words: string
}
