import { Layer } from "effect"
import { InternalPrivateAccessHandlers } from "./internal/PrivateAccess.ts"
import { PrivateAccessHandlers as ManagerPrivateAccessHandlers } from "./manager/PrivateAccess.ts"

export const PrivateAccessHandlers = Layer.merge(ManagerPrivateAccessHandlers, InternalPrivateAccessHandlers)
