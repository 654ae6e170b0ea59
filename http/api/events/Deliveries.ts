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
        "Where a gateway pushes the event of a test to. The answer is the same to everybody, and what is sent " +
          "is not read; the address is signed and hears for two minutes."
      )
  )
  .prefix("/api") {}
