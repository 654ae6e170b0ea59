import { Layer } from "effect"
import { BucketFeatures } from "#services/features/BucketFeatures.ts"
import { Exposures } from "#services/features/Exposures.ts"
import { FeatureRules } from "#services/features/FeatureRules.ts"
import { FeatureEdits } from "#services/features/FeatureEdits.ts"
import { LifecycleSimulator } from "#services/lifecycle/LifecycleSimulator.ts"
import { FeatureColumnsShared } from "#streams/features/FeatureColumnsShared.ts"
import * as FeatureChangesSql from "../sql/features/FeatureChangesSql.ts"

/**
 * The features of buckets, of one and of many. Open: SqlClient, Audited, BucketListings, ExecutionContexts, FeatureGuard, FeatureStore, LifecycleScan,
 * LiveEvents, Rgw.
 */
export const Features = Layer.mergeAll(BucketFeatures.layer, LifecycleSimulator.layer, FeatureRules.layer, Exposures.layer).pipe(
  Layer.provideMerge(FeatureColumnsShared),
  Layer.provideMerge(FeatureEdits.layer), Layer.provideMerge(FeatureChangesSql.layer))
