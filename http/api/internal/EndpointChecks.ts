import { HttpApiEndpoint, HttpApiGroup } from "effect/http-api"
import { EndpointCheckReport } from "#domain/gateways/endpoints/health/EndpointStatus.ts"
import { access, RequiredAccess } from "../Access.ts"

export class InternalEndpointChecksGroup extends HttpApiGroup.make("internalEndpointChecks")
  .add(
    HttpApiEndpoint.post("run", "/storage-endpoints/check", { success: EndpointCheckReport }).annotate(
      RequiredAccess,
      access.internal
    )
  )
  .prefix("/api/internal") {}
