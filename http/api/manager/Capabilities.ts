import { HttpApiEndpoint, HttpApiGroup, OpenApi } from "effect/http-api"
import { ContextCapabilityList } from "#domain/accounts/contexts/ContextCapability.ts"
import { BadRequest, NotFound } from "#domain/platform/errors/Errors.ts"
import { requireScope } from "#domain/accounts/scope/RequestScope.ts"
import { access, RequiredAccess } from "../Access.ts"
import { ScopeControl } from "../Middleware.ts"
import { contextQuery, RequiredScope } from "../RequiredScope.ts"

export class ContextCapabilitiesGroup extends HttpApiGroup.make("contextCapabilities")
  .add(
    HttpApiEndpoint.get("list", "/context-capabilities", {
      query: contextQuery,
      success: ContextCapabilityList,
      error: [BadRequest, NotFound]
    })
      .annotate(RequiredAccess, access.scoped("manager.read"))
      .annotate(
        OpenApi.Description,
        "What the endpoint and the credentials of the context allow. For what they do not: the reason, what " +
          "was tried, when, and the answer. No gateway is asked."
      )
  )
  .middleware(ScopeControl)
  .annotateEndpoints(RequiredScope, requireScope.context("manager"))
  .prefix("/api/manager") {}
