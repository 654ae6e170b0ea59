import { ContextWorkspace, ExecutionContext } from "#domain/accounts/contexts/ExecutionContext.ts"
import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup } from "effect/http-api"
import { access, RequiredAccess } from "../Access.ts"

export class ExecutionContextsGroup extends HttpApiGroup.make("executionContexts")
  .add(
    HttpApiEndpoint.get("list", "/execution-contexts", {
      query: { workspace: ContextWorkspace },
      success: Schema.Array(ExecutionContext)
    }).annotate(RequiredAccess, access.scopedOrS3("profile.read"))
  )
  .prefix("/api/me") {}
