import { Context } from "effect"
import type { ManagerTool } from "./UserRights.ts"

export const CurrentTool = Context.Reference<ManagerTool | null>("stowage/domain/CurrentTool", {
  defaultValue: () => null
})
