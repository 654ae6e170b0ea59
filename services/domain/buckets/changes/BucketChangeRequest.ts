import { Schema } from "effect"
import { AcceptedLosses } from "../policies/AccessLoss.ts"
import { workbenchBody } from "../workbench/WorkbenchRequest.ts"
import type { WorkbenchId } from "../workbench/workbenchQuery.ts"
import { FilledText } from "../../platform/Text.ts"
import { BucketChange, RowKey } from "./BucketChange.ts"

export const MAX_CHANGED_BUCKETS = 5_000

const selectedQuery = <Id extends WorkbenchId>(id: Id) => {
  const { advanced_filter, private_tag_ids, search, shared_tag_ids } = workbenchBody(id).fields
  return Schema.Struct({ search, advanced_filter, private_tag_ids, shared_tag_ids })
}

export const BucketSelection = Schema.Union([
  Schema.Struct({
    ids: Schema.Array(RowKey).check(Schema.isMinLength(1), Schema.isMaxLength(MAX_CHANGED_BUCKETS), Schema.isUnique())
  }),
  Schema.Struct({ query: selectedQuery("storage-ops") })
]).annotate({ identifier: "BucketSelection" })
export type BucketSelection = typeof BucketSelection.Type

export const PlanBucketChange = Schema.Struct({
  selection: BucketSelection,
  change: BucketChange,
  accept_losses: Schema.optionalKey(AcceptedLosses)
}).annotate({ identifier: "PlanBucketChange" })
export type PlanBucketChange = typeof PlanBucketChange.Type

export const StartBucketChange = Schema.Struct({ ...PlanBucketChange.fields, plan_hash: FilledText(100) }).annotate({
  identifier: "StartBucketChange"
})
export type StartBucketChange = typeof StartBucketChange.Type
