import { Schema } from "effect"
import { pageOf } from "../../platform/Paging.ts"
import { ListingFault, ListingState } from "../../platform/ListingState.ts"
import { FeatureCells } from "../features/FeatureCell.ts"
import { FeatureState } from "../features/FeatureName.ts"
import { UiTag } from "./UiTag.ts"
import { paramParts } from "./workbenchQuery.ts"

const count = Schema.NullOr(Schema.Int)
const percent = Schema.NullOr(Schema.Finite)

export const OwnerQuota = Schema.Struct({ max_size_bytes: count, max_objects: count }).annotate({
  identifier: "OwnerQuota"
})
export const OwnerQuotaUsage = Schema.Struct({
  used_bytes: count,
  object_count: count,
  size_percent: percent,
  object_percent: percent
}).annotate({ identifier: "OwnerQuotaUsage" })

export const ParamCell = Schema.Struct({
  state: FeatureState,
  values: Schema.Array(Schema.Union([Schema.String, Schema.Finite]))
}).annotate({ identifier: "ParamCell" })
export type ParamCell = typeof ParamCell.Type
export const ParamCells = Schema.Record(Schema.Literals(paramParts), Schema.optionalKey(ParamCell)).annotate({
  identifier: "ParamCells"
})

const common = {
  id: Schema.String,
  name: Schema.String,
  tenant: Schema.String,
  owner: Schema.NullOr(Schema.String),
  owner_kind: Schema.NullOr(Schema.Literals(["account", "user"])),
  created_at: Schema.NullOr(Schema.String),
  used_bytes: count,
  object_count: count,
  /** Null where the gateway does not report them, as `unfinished_uploads`. */
  index_shards: count,
  objects_per_shard: count,
  unfinished_uploads: count,
  quota_max_size_bytes: count,
  quota_max_objects: count,
  quota_usage_size_percent: percent,
  quota_usage_object_percent: percent,
  stats_available: Schema.Boolean,
  tags: Schema.Array(UiTag),
  features: Schema.optionalKey(FeatureCells),
  params: Schema.optionalKey(ParamCells),
  owner_name: Schema.optionalKey(Schema.NullOr(Schema.String)),
  owner_quota: Schema.optionalKey(Schema.NullOr(OwnerQuota)),
  owner_quota_usage: Schema.optionalKey(Schema.NullOr(OwnerQuotaUsage))
}

export const ClusterBucketRow = Schema.Struct(common).annotate({ identifier: "ClusterBucketRow" })

export const OpsBucketRow = Schema.Struct({
  ...common,
  context_id: Schema.String,
  context_name: Schema.String,
  context_kind: Schema.Literals(["account", "connection", "s3_user"]),
  endpoint_id: count,
  endpoint_name: Schema.String
}).annotate({ identifier: "OpsBucketRow" })

export type OpsBucketRow = typeof OpsBucketRow.Type

export type WorkbenchRow = typeof ClusterBucketRow.Type | OpsBucketRow

export const WorkbenchListing = Schema.Struct({
  state: ListingState.fields.state,
  refreshing: Schema.Boolean,
  read_at: Schema.NullOr(Schema.String),
  stale: Schema.Boolean,
  last_error: Schema.NullOr(ListingFault),
  stats_available: Schema.Boolean
}).annotate({ identifier: "WorkbenchListing" })
export type WorkbenchListing = typeof WorkbenchListing.Type

const frame = { listing: WorkbenchListing, warnings: Schema.Array(Schema.String) }

export const ClusterBucketPage = Schema.Struct({ ...pageOf(ClusterBucketRow).fields, ...frame }).annotate({
  identifier: "ClusterBucketPage"
})
export const OpsBucketPage = Schema.Struct({ ...pageOf(OpsBucketRow).fields, ...frame }).annotate({
  identifier: "OpsBucketPage"
})

export interface WorkbenchPage {
  readonly items: ReadonlyArray<WorkbenchRow>
  readonly total: number
  readonly total_all: number
  readonly page: number
  readonly page_size: number
  readonly has_next: boolean
  readonly listing: WorkbenchListing
  readonly warnings: ReadonlyArray<string>
}

export const isOpsRow = (row: WorkbenchRow): row is OpsBucketRow => "context_id" in row
