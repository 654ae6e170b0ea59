import { Context, Effect, Option, Schema, SchemaAST } from "effect"
import { HttpApi, type HttpApiEndpoint, type HttpApiGroup } from "effect/http-api"
import { ScopeControl } from "#api/Middleware.ts"
import { RequiredScope } from "#api/RequiredScope.ts"
import type { ScopeRequirement } from "#domain/accounts/scope/RequestScope.ts"

export class ScopeUndeclared extends Schema.TaggedError<ScopeUndeclared>()("ScopeUndeclared", {
  endpoints: Schema.Array(Schema.String)
}) {
  override get message() {
    return `endpoints whose RequiredScope, ScopeControl and address do not fit: ${this.endpoints.join(", ")}`
  }
}

const hasQuery = ({ query }: HttpApiEndpoint.Top, parameter: string) =>
  query !== undefined &&
  SchemaAST.isObjects(query.ast) &&
  query.ast.propertySignatures.some(({ name }) => name === parameter)

const scopeByAddress = (endpoint: HttpApiEndpoint.Top): ScopeRequirement["_tag"] | null => {
  if (hasQuery(endpoint, "context_id")) return "Context"
  if (endpoint.path.startsWith("/api/cluster-admin/") && endpoint.path.includes("/:endpoint_id")) return "Endpoint"
  if (endpoint.path.startsWith("/api/storage-ops/")) return "Contexts"
  return endpoint.path.startsWith("/api/portal/") && hasQuery(endpoint, "account_id") ? "Portal" : null
}

export const assertScopesDeclared = <Id extends string, Groups extends HttpApiGroup.Constraint>(
  api: HttpApi.HttpApi<Id, Groups>
): Effect.Effect<ReadonlyMap<string, ScopeRequirement>, ScopeUndeclared> =>
  Effect.suspend(() => {
    const declared = new Map<string, ScopeRequirement>()
    const undeclared: Array<string> = []
    HttpApi.reflect(api, {
      onGroup: () => undefined,
      onEndpoint: ({ endpoint, group, mergedAnnotations, middleware }) => {
        const scope = Option.getOrNull(
          Context.getOption(mergedAnnotations as Context.Context<RequiredScope>, RequiredScope)
        )
        const controlled = [...middleware].some(({ key }) => key === ScopeControl.key)
        const expected =
          scope?._tag === "Installation" ? "Installation" : scopeByAddress(endpoint as HttpApiEndpoint.Top)
        if ((scope?._tag ?? null) !== expected || controlled !== (expected !== null))
          undeclared.push(`${endpoint.method} ${endpoint.path}`)
        if (scope !== null) declared.set(`${group.identifier}/${endpoint.identifier}`, scope)
      }
    })
    return undeclared.length === 0
      ? Effect.succeed(declared)
      : Effect.fail(new ScopeUndeclared({ endpoints: undeclared }))
  })
