import { Layer } from "effect"
import { KeyRotationHandlers } from "./admin/KeyRotation.ts"
import { WorkHandlers as AdminWorkHandlers } from "./admin/Work.ts"

/** Handlers of long work and what begins it. */
export const WorkHandlers = Layer.mergeAll(AdminWorkHandlers, KeyRotationHandlers)
