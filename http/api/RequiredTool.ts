import { Context } from "effect"
import type { ManagerTool } from "#domain/platform/access/UserRights.ts"

export class RequiredTool extends Context.Service<RequiredTool, ManagerTool>()("stowage/http/RequiredTool") {}
