import { Layer } from "effect"
import { BucketPolicies } from "#services/policies/BucketPolicies.ts"
import { PolicyGuard } from "#services/policies/PolicyGuard.ts"
import * as PolicyTestRecordsSql from "../sql/policies/PolicyTestRecordsSql.ts"

/** Evaluation of bucket policies, and the guard of their edits. Open: SqlClient, Audited, FeatureStore, Rgw, CallerPolicies. */
export const Policies = Layer.mergeAll(BucketPolicies.layer, PolicyGuard).pipe(Layer.provideMerge(PolicyTestRecordsSql.layer))
