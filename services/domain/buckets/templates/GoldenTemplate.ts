import { Schema } from "effect"
import { pageOf } from "../../platform/Paging.ts"
import { readVersion, versioned } from "../../platform/RowVersion.ts"
import { Name, StorableJsonRecord } from "../../platform/Text.ts"
import { BucketSetting, BucketSettings, settingKinds } from "../changes/BucketChange.ts"
import { WorkbenchListing } from "../workbench/WorkbenchRow.ts"

export const MAX_TEMPLATES = 50
const MAX_TEMPLATE_LENGTH = 131_072

const SettingKinds = Schema.Literals(settingKinds)

const fields = {
  name: Name(100),
  /** `advanced_filter` of the buckets; null: all buckets of the endpoint. */
  filter: Schema.NullOr(StorableJsonRecord),
  settings: BucketSettings
}

const isShort = Schema.makeFilter(
  ({ filter, settings }: { readonly filter: unknown; readonly settings: unknown }) =>
    JSON.stringify([filter, settings]).length <= MAX_TEMPLATE_LENGTH ||
    `Expected at most ${MAX_TEMPLATE_LENGTH} characters of filter and settings`
)

export const CreateGoldenTemplate = Schema.Struct(fields)
  .check(isShort)
  .annotate({ identifier: "CreateGoldenTemplate" })
export type CreateGoldenTemplate = typeof CreateGoldenTemplate.Type

export const UpdateGoldenTemplate = Schema.Struct({ ...fields, ...readVersion })
  .check(isShort)
  .annotate({ identifier: "UpdateGoldenTemplate" })
export type UpdateGoldenTemplate = typeof UpdateGoldenTemplate.Type

export const GoldenTemplate = Schema.Struct({
  id: Schema.Int,
  name: Schema.String,
  filter: Schema.NullOr(Schema.Record(Schema.String, Schema.Json)),
  settings: Schema.Array(BucketSetting),
  created_at: Schema.String,
  updated_at: Schema.String,
  ...versioned
}).annotate({ identifier: "GoldenTemplate" })
export type GoldenTemplate = typeof GoldenTemplate.Type

export const driftStates = ["agrees", "differs", "unknown"] as const
export const DriftState = Schema.Literals(driftStates)
export type DriftState = typeof DriftState.Type

/** `not_read`: not read since the bucket changed; `obstacle`: the bulk change would leave the bucket out. */
export const DriftReason = Schema.Literals(["not_read", "unreadable", "undecodable", "obstacle", "not_compared"])
export type DriftReason = typeof DriftReason.Type

export const SettingDrift = Schema.Struct({
  kind: SettingKinds,
  state: DriftState,
  found: Schema.NullOr(Schema.String),
  /** The feature after a bulk change, unchanged parts included; null: unknown. */
  wanted: Schema.NullOr(Schema.String),
  detail: Schema.String,
  reason: Schema.NullOr(DriftReason),
  problem: Schema.NullOr(Schema.String)
}).annotate({ identifier: "SettingDrift" })
export type SettingDrift = typeof SettingDrift.Type

const counts = { agrees: Schema.Int, differs: Schema.Int, unknown: Schema.Int }

export const DriftCounts = Schema.Struct({
  total: Schema.Int,
  ...counts,
  settings: Schema.Array(Schema.Struct({ kind: SettingKinds, differs: Schema.Int }))
}).annotate({ identifier: "DriftCounts" })
export type DriftCounts = typeof DriftCounts.Type

export const TemplateWithDrift = Schema.Struct({
  ...GoldenTemplate.fields,
  drift: Schema.NullOr(DriftCounts),
  problem: Schema.NullOr(Schema.String)
}).annotate({ identifier: "GoldenTemplateWithDrift" })
export type TemplateWithDrift = typeof TemplateWithDrift.Type

export const GoldenTemplateList = Schema.Struct({
  items: Schema.Array(TemplateWithDrift),
  max_templates: Schema.Int
}).annotate({ identifier: "GoldenTemplateList" })

export const BucketDrift = Schema.Struct({
  id: Schema.String,
  name: Schema.String,
  tenant: Schema.String,
  owner: Schema.NullOr(Schema.String),
  state: DriftState,
  settings: Schema.Array(SettingDrift),
  read_at: Schema.NullOr(Schema.String)
}).annotate({ identifier: "BucketDrift" })
export type BucketDrift = typeof BucketDrift.Type

export const BucketDriftPage = Schema.Struct({
  ...pageOf(BucketDrift).fields,
  counts: DriftCounts,
  listing: WorkbenchListing,
  warnings: Schema.Array(Schema.String)
}).annotate({ identifier: "BucketDriftPage" })
export type BucketDriftPage = typeof BucketDriftPage.Type

export const DifferingBuckets = Schema.Struct({
  ids: Schema.Array(Schema.String),
  total: Schema.Int
}).annotate({ identifier: "DifferingBuckets" })
export type DifferingBuckets = typeof DifferingBuckets.Type

export const TemplateDraft = Schema.Struct({
  settings: Schema.Array(BucketSetting),
  left_out: Schema.Array(Schema.Struct({ kind: SettingKinds, reason: Schema.String }))
}).annotate({ identifier: "GoldenTemplateDraft" })
export type TemplateDraft = typeof TemplateDraft.Type
