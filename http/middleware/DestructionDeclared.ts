import { Context, Effect, Option, Schema, SchemaAST } from "effect"
import { HttpApi, type HttpApiEndpoint, type HttpApiGroup } from "effect/http-api"
import { Destructive, type Destruction } from "#api/Destructive.ts"

export class DestructionUndeclared extends Schema.TaggedError<DestructionUndeclared>()("DestructionUndeclared", {
  endpoints: Schema.Array(Schema.String)
}) {
  override get message() {
    return (
      "endpoints that end something without Destructive, or take a confirm_name without it: " +
      `${this.endpoints.join(", ")}`
    )
  }
}

const takesName = ({ query }: HttpApiEndpoint.Top) =>
  query !== undefined &&
  SchemaAST.isObjects(query.ast) &&
  query.ast.propertySignatures.some(({ name }) => name === "confirm_name")

export interface DeclaredDestruction {
  readonly method: string
  readonly path: string
  readonly destruction: Destruction
}

export const assertDestructionDeclared = <Id extends string, Groups extends HttpApiGroup.Constraint>(
  api: HttpApi.HttpApi<Id, Groups>
): Effect.Effect<ReadonlyMap<string, DeclaredDestruction>, DestructionUndeclared> =>
  Effect.suspend(() => {
    const declared = new Map<string, DeclaredDestruction>()
    const undeclared: Array<string> = []
    HttpApi.reflect(api, {
      onGroup: () => undefined,
      onEndpoint: ({ endpoint, group, mergedAnnotations }) => {
        const { method, path } = endpoint
        const destruction = Option.getOrNull(
          Context.getOption(mergedAnnotations as Context.Context<Destructive>, Destructive)
        )
        const named = destruction?._tag === "Named"
        if (named !== takesName(endpoint as HttpApiEndpoint.Top) || (method === "DELETE" && destruction === null))
          undeclared.push(`${method} ${path}`)
        if (destruction !== null)
          declared.set(`${group.identifier}/${endpoint.identifier}`, { method, path, destruction })
      }
    })
    return undeclared.length === 0
      ? Effect.succeed(declared)
      : Effect.fail(new DestructionUndeclared({ endpoints: undeclared }))
  })
