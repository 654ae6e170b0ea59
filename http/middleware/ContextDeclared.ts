import { Context, Effect, Option, Schema, SchemaAST } from "effect"
import { HttpApi, type HttpApiEndpoint, type HttpApiGroup } from "effect/http-api"
import { ContextControl } from "#api/Middleware.ts"
import { RequiredContext } from "#api/RequiredContext.ts"
import type { ContextWorkspace } from "#domain/accounts/contexts/ExecutionContext.ts"

export class ContextUndeclared extends Schema.TaggedError<ContextUndeclared>()("ContextUndeclared", {
  endpoints: Schema.Array(Schema.String)
}) {
  override get message() {
    return `endpoints that take a context_id without RequiredContext and ContextControl, or the reverse: ${this.endpoints.join(", ")}`
  }
}

const takesContext = ({ query }: HttpApiEndpoint.Top) =>
  query !== undefined &&
  SchemaAST.isObjects(query.ast) &&
  query.ast.propertySignatures.some(({ name }) => name === "context_id")

export const assertContextsDeclared = <Id extends string, Groups extends HttpApiGroup.Constraint>(
  api: HttpApi.HttpApi<Id, Groups>
): Effect.Effect<ReadonlyMap<string, ContextWorkspace>, ContextUndeclared> =>
  Effect.suspend(() => {
    const declared = new Map<string, ContextWorkspace>()
    const undeclared: Array<string> = []
    HttpApi.reflect(api, {
      onGroup: () => undefined,
      onEndpoint: ({ endpoint, group, mergedAnnotations, middleware }) => {
        const workspace = Context.getOption(mergedAnnotations as Context.Context<RequiredContext>, RequiredContext)
        const said = [
          takesContext(endpoint as HttpApiEndpoint.Top),
          Option.isSome(workspace),
          [...middleware].some(({ key }) => key === ContextControl.key)
        ]
        if (new Set(said).size > 1) undeclared.push(`${endpoint.method} ${endpoint.path}`)
        if (Option.isSome(workspace)) declared.set(`${group.identifier}/${endpoint.identifier}`, workspace.value)
      }
    })
    return undeclared.length === 0
      ? Effect.succeed(declared)
      : Effect.fail(new ContextUndeclared({ endpoints: undeclared }))
  })
