import { Layer } from "effect"
import { InternalPrivateAccessHandlers } from "./internal/PrivateAccess.ts"
import { PrivateAccessHandlers as ManagerPrivateAccessHandlers } from "./manager/PrivateAccess.ts"

/** Handlers of accesses of people to accounts. */
export const PrivateAccessHandlers = Layer.merge(ManagerPrivateAccessHandlers, InternalPrivateAccessHandlers)
