import { Context } from "effect"
import type { ManagerTool } from "./UserRights.ts"

/** The tool of the Manager that the running request's endpoint is part of; null: none that can be switched off. Provided by access control. */
export const CurrentTool = Context.Reference<ManagerTool | null>("stowage/domain/CurrentTool", { defaultValue: () => null })
