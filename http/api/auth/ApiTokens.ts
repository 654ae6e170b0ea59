import { ApiToken, ApiTokenCreated, CreateApiToken } from "#domain/tokens/ApiToken.ts"
import { InvalidInput, NotFound } from "#domain/errors/Errors.ts"
import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema } from "effect/http-api"
import { access, RequiredAccess } from "../Access.ts"

/** API tokens: everybody makes their own; the inventory is the superadmins'. */
export class ApiTokensGroup extends HttpApiGroup.make("apiTokens").add(
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
    success: HttpApiSchema.NoContent,
    error: NotFound
  }).annotate(RequiredAccess, access.session())
).prefix("/api/auth") {}
