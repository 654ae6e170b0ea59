import { Tuple } from "effect"
import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema, OpenApi } from "effect/http-api"
import {
  EndpointHistory,
  EndpointStatusEvent,
  historyQuery,
  IncidentPage,
  incidentQuery
} from "#domain/gateways/endpoints/health/EndpointStatus.ts"
import { EndpointHealth } from "#domain/gateways/endpoints/StorageEndpoint.ts"
import { NotFound } from "#domain/platform/errors/Errors.ts"
import { RowId } from "#domain/platform/RowId.ts"
import { access, RequiredAccess } from "../Access.ts"
import { eventFrame } from "../eventFrame.ts"

export const EndpointHealthFrame = EndpointStatusEvent.mapMembers(Tuple.map(eventFrame)).annotate({
  identifier: "EndpointHealthFrame"
})
export type EndpointHealthFrame = typeof EndpointHealthFrame.Type

const params = { id: RowId }

export class EndpointHealthGroup extends HttpApiGroup.make("adminEndpointHealth")
  .add(
    HttpApiEndpoint.get("now", "/storage-endpoints/:id/health", {
      params,
      success: EndpointHealth,
      error: NotFound
    }).annotate(OpenApi.Description, "Checks the endpoint, unless it was checked within the last 5 seconds."),
    HttpApiEndpoint.get("history", "/storage-endpoints/:id/health/history", {
      params,
      query: historyQuery,
      success: EndpointHistory,
      error: NotFound
    }),
    HttpApiEndpoint.get("incidents", "/storage-endpoints/:id/health/incidents", {
      params,
      query: incidentQuery,
      success: IncidentPage,
      error: NotFound
    }),
    HttpApiEndpoint.get("stream", "/storage-endpoints/health/stream", {
      success: HttpApiSchema.StreamSse({ events: EndpointHealthFrame }),
      error: NotFound
    }).annotate(
      OpenApi.Description,
      "The health of all endpoints first, then that of checked ones. The stream stays open."
    )
  )
  .annotateEndpoints(RequiredAccess, access.admin("admin.read"))
  .prefix("/api/admin") {}
