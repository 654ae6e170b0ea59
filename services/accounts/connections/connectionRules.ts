import { Effect } from "effect"
import type { CustomEndpoint, CustomEndpointInput } from "#domain/accounts/Connection.ts"
import { normaliseEndpointUrl } from "#domain/gateways/endpoints/EndpointUrl.ts"
import { Conflict, InvalidInput, NotFound } from "#domain/platform/errors/Errors.ts"
import type { ConnectionRecord } from "./ConnectionRecords.ts"

export const noConnection = (id: number) => new NotFound({ entity: "S3 connection", id: String(id) })
export const staleConnection = new Conflict({
  code: "stale_plan",
  detail: "Somebody else changed this connection meanwhile: look at it again"
})
const managed = new Conflict({
  code: "state_conflict",
  detail: "Stowage itself manages this connection: it is changed where it was made"
})
export const refuseManaged = (record: ConnectionRecord) => (record.server_managed ? Effect.fail(managed) : Effect.void)

export const customEndpoint = (input: CustomEndpointInput): Effect.Effect<CustomEndpoint, InvalidInput> => {
  const url = normaliseEndpointUrl(input.url)
  return url === null
    ? Effect.fail(
        InvalidInput.at("payload.custom_endpoint.url", "Give an http or https address without query or credentials")
      )
    : Effect.succeed({
        provider: input.provider ?? "other",
        url,
        region: input.region ?? "",
        verify_tls: input.verify_tls ?? true,
        force_path_style: input.force_path_style ?? true
      })
}
