import { Layer } from "effect"
import { BucketFeatures } from "#services/buckets/features/BucketFeatures.ts"
import { Exposures } from "#services/buckets/features/Exposures.ts"
import { FeatureRules } from "#services/buckets/features/FeatureRules.ts"
import { ClusterBrowsing } from "#services/accounts/contexts/ClusterBrowsing.ts"
import { OwnerContexts } from "#services/accounts/contexts/OwnerContexts.ts"
import { TemporaryOwnerKeys } from "#services/accounts/contexts/TemporaryOwnerKeys.ts"
import { FeatureEdits } from "#services/buckets/features/FeatureEdits.ts"
import { LifecycleSimulator } from "#services/buckets/lifecycle/LifecycleSimulator.ts"
import { FeatureColumnsShared } from "#streams/features/FeatureColumnsShared.ts"
import * as FeatureChangesSql from "../sql/buckets/FeatureChangesSql.ts"

export const Features = Layer.mergeAll(
  BucketFeatures.layer,
  LifecycleSimulator.layer,
  FeatureRules.layer,
  Exposures.layer
).pipe(
  Layer.provideMerge(FeatureColumnsShared),
  Layer.provideMerge(FeatureEdits.layer),
  Layer.provideMerge(ClusterBrowsing.layer),
  Layer.provideMerge(OwnerContexts.layer),
  Layer.provideMerge(TemporaryOwnerKeys.layer),
  Layer.provideMerge(FeatureChangesSql.layer)
)
