import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema, OpenApi } from "effect/http-api"
import { RateLimited } from "#domain/platform/errors/Errors.ts"
import { Text } from "#domain/platform/Text.ts"
import { access, RequiredAccess } from "../Access.ts"

export class DeliveriesGroup extends HttpApiGroup.make("deliveries")
  .add(
    HttpApiEndpoint.post("receive", "/deliveries/:token", {
      params: { token: Text(400) },
      success: HttpApiSchema.NoContent,
      error: [RateLimited]
    })
      .annotate(RequiredAccess, access.delivery)
      .annotate(
        OpenApi.Description,
        "Receives the event that a gateway pushes during a test of notifications. The answer is the same for " +
          "everybody and the body is not read; the address is signed and valid for two minutes."
      )
  )
  .prefix("/api") {}
