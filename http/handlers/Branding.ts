import { Effect } from "effect"
import { HttpServerResponse } from "effect/http"
import { HttpApiBuilder } from "effect/http-api"
import { Api } from "#api/Api.ts"
import { Brand } from "#services/identity/Brand.ts"

export const BrandingHandlers = HttpApiBuilder.group(
  Api,
  "branding",
  Effect.fn(function* (handlers) {
    const brand = yield* Brand
    return handlers.handleAll({
      get: () => brand.read,
      logo: ({ params }) =>
        Effect.map(brand.logo(params.version), ({ bytes, type }) =>
          HttpServerResponse.uint8Array(bytes, {
            contentType: type,
            headers: {
              "content-security-policy": "default-src 'none'; sandbox",
              "x-content-type-options": "nosniff",
              "cache-control": "public, max-age=31536000, immutable"
            }
          })
        )
    })
  })
)
