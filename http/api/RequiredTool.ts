import { Context } from "effect"
import type { ManagerTool } from "#domain/platform/access/UserRights.ts"

/** Which tool of the Manager workspace an endpoint is part of: whoever has it switched off gets 403 `workspace_unavailable`. Enforced with the access. */
export class RequiredTool extends Context.Service<RequiredTool, ManagerTool>()("stowage/http/RequiredTool") {}
