import { Context, Effect, Option, Schema } from "effect"
import { HttpApi, type HttpApiGroup } from "effect/http-api"
import { RequiredAccess } from "#api/Access.ts"
import { VisitControl } from "#api/Middleware.ts"

export class VisitUndeclared extends Schema.TaggedError<VisitUndeclared>()("VisitUndeclared", {
  endpoints: Schema.Array(Schema.String)
}) {
  override get message() {
    return (
      "endpoints for visitors of links without VisitControl or a token in their path, or the reverse: " +
      `${this.endpoints.join(", ")}`
    )
  }
}

export const assertVisitsDeclared = <Id extends string, Groups extends HttpApiGroup.Constraint>(
  api: HttpApi.HttpApi<Id, Groups>
): Effect.Effect<ReadonlyMap<string, boolean>, VisitUndeclared> =>
  Effect.suspend(() => {
    const declared = new Map<string, boolean>()
    const undeclared: Array<string> = []
    HttpApi.reflect(api, {
      onGroup: () => undefined,
      onEndpoint: ({ endpoint, group, mergedAnnotations, middleware }) => {
        const requirement = Option.getOrNull(
          Context.getOption(mergedAnnotations as Context.Context<RequiredAccess>, RequiredAccess)
        )
        const declarations = [
          requirement?._tag === "Share",
          [...middleware].some(({ key }) => key === VisitControl.key),
          endpoint.path.startsWith("/api/share/:token")
        ]
        if (new Set(declarations).size > 1) undeclared.push(`${endpoint.method} ${endpoint.path}`)
        if (requirement?._tag === "Share")
          declared.set(`${group.identifier}/${endpoint.identifier}`, requirement.password)
      }
    })
    return undeclared.length === 0
      ? Effect.succeed(declared)
      : Effect.fail(new VisitUndeclared({ endpoints: undeclared }))
  })
