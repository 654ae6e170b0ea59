import { Context } from "effect"
import type { ManagerTool } from "./UserRights.ts"

/** Manager tool of the current endpoint; null when it belongs to none. */
export const CurrentTool = Context.Reference<ManagerTool | null>("stowage/domain/CurrentTool", { defaultValue: () => null })
