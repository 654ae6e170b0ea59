import { Layer } from "effect"
import { BucketPolicies } from "#services/buckets/policies/BucketPolicies.ts"
import { PolicyGuard } from "#services/buckets/policies/PolicyGuard.ts"
import * as PolicyTestRecordsSql from "../sql/buckets/PolicyTestRecordsSql.ts"

export const Policies = Layer.mergeAll(BucketPolicies.layer, PolicyGuard).pipe(
  Layer.provideMerge(PolicyTestRecordsSql.layer)
)
