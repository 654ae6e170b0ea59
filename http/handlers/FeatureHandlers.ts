import { Layer } from "effect"
import { ExposuresHandlers } from "./manager/Exposures.ts"
import { LifecycleHandlers } from "./manager/Lifecycle.ts"
import { ContextCapabilitiesHandlers } from "./manager/Capabilities.ts"
import { ManagerFeaturesHandlers } from "./manager/Features.ts"
import { FeatureRulesHandlers } from "./manager/FeatureRules.ts"
import { ManagerPoliciesHandlers } from "./manager/Policies.ts"

/** Handlers of what buckets are set up with, and of what their contexts may. */
export const FeatureHandlers = Layer.mergeAll(ExposuresHandlers, ContextCapabilitiesHandlers, FeatureRulesHandlers, LifecycleHandlers, ManagerFeaturesHandlers, ManagerPoliciesHandlers)
