import { Layer } from "effect"
import { ApplyHandlers } from "./admin/Apply.ts"
import { KeyRotationHandlers } from "./admin/KeyRotation.ts"
import { WorkHandlers as AdminWorkHandlers } from "./admin/Work.ts"

/** Handlers of long work and what begins it, and of what is many changes at once. */
export const WorkHandlers = Layer.mergeAll(AdminWorkHandlers, KeyRotationHandlers, ApplyHandlers)
