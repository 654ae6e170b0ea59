import { Layer } from "effect"
import { LifecycleHandlers } from "./manager/Lifecycle.ts"
import { ManagerFeaturesHandlers } from "./manager/Features.ts"
import { FeatureRulesHandlers } from "./manager/FeatureRules.ts"
import { ManagerPoliciesHandlers } from "./manager/Policies.ts"

/** Handlers of what buckets are set up with. */
export const FeatureHandlers = Layer.mergeAll(FeatureRulesHandlers, LifecycleHandlers, ManagerFeaturesHandlers, ManagerPoliciesHandlers)
