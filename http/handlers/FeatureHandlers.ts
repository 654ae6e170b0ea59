import { Layer } from "effect"
import { ManagerFeaturesHandlers } from "./manager/Features.ts"

/** Handlers of what buckets are set up with. */
export const FeatureHandlers = Layer.mergeAll(ManagerFeaturesHandlers)
