import { Context } from "effect"
import type { ManagerTool } from "#domain/platform/access/UserRights.ts"

/** Manager tool of an endpoint: 403 `workspace_unavailable` while it is off for the caller. */
export class RequiredTool extends Context.Service<RequiredTool, ManagerTool>()("stowage/http/RequiredTool") {}
