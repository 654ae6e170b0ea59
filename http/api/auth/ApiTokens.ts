import { Removed } from "#domain/platform/Removed.ts"
import { ApiToken, ApiTokenCreated, CreateApiToken } from "#domain/identity/ApiToken.ts"
import { Conflict, InvalidInput, NotFound } from "#domain/platform/errors/Errors.ts"
import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup } from "effect/http-api"
import { access, RequiredAccess } from "../Access.ts"
import { confirmQuery, Destructive, destructive } from "../Destructive.ts"

export class ApiTokensGroup extends HttpApiGroup.make("apiTokens")
  .add(
    HttpApiEndpoint.get("list", "/api-tokens", {
      query: { include_ended: Schema.optionalKey(Schema.Literals(["true", "false"])) },
      success: Schema.Array(ApiToken)
    }).annotate(RequiredAccess, access.superadminSession()),
    HttpApiEndpoint.post("create", "/api-tokens", {
      payload: CreateApiToken,
      success: ApiTokenCreated.annotate({ httpApiStatus: 201 }),
      error: InvalidInput
    }).annotate(RequiredAccess, access.session("api_token.create")),
    HttpApiEndpoint.delete("revoke", "/api-tokens/:token_id", {
      params: { token_id: Schema.String.check(Schema.isUUID()) },
      query: confirmQuery,
      success: Removed,
      error: [NotFound, Conflict]
    })
      .annotate(RequiredAccess, access.session())
      .annotate(Destructive, destructive.named("API token", "its name"))
  )
  .prefix("/api/auth") {}
