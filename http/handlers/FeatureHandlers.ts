import { Layer } from "effect"
import { ManagerFeaturesHandlers } from "./manager/Features.ts"
import { ManagerPoliciesHandlers } from "./manager/Policies.ts"

/** Handlers of what buckets are set up with. */
export const FeatureHandlers = Layer.mergeAll(ManagerFeaturesHandlers, ManagerPoliciesHandlers)
