import { Layer } from "effect"
import { BucketFeatures } from "#services/features/BucketFeatures.ts"
import { FeatureEdits } from "#services/features/FeatureEdits.ts"
import * as FeatureChangesSql from "../sql/features/FeatureChangesSql.ts"

/** The features of buckets. Open: SqlClient, Audited, BucketListings, ExecutionContexts, FeatureGuard, FeatureStore, Rgw. */
export const Features = BucketFeatures.layer.pipe(Layer.provideMerge(FeatureEdits.layer), Layer.provideMerge(FeatureChangesSql.layer))
