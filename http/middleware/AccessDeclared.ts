import { RequiredAccess, type Requirement } from "#api/Access.ts"
import { RequiredTool } from "#api/RequiredTool.ts"
import type { ManagerTool } from "#domain/platform/access/UserRights.ts"
import { Context, Effect, Option, Schema } from "effect"
import { HttpApi, type HttpApiGroup } from "effect/http-api"

export class AccessUndeclared extends Schema.TaggedError<AccessUndeclared>()("AccessUndeclared", {
  endpoints: Schema.Array(Schema.String)
}) {
  override get message() {
    return `endpoints without RequiredAccess: ${this.endpoints.join(", ")}`
  }
}

export interface DeclaredAccess {
  readonly group: string
  readonly endpoint: string
  readonly method: string
  readonly path: string
  readonly requirement: Requirement
  readonly tool: ManagerTool | null
}

export const assertAccessDeclared = <Id extends string, Groups extends HttpApiGroup.Constraint>(
  api: HttpApi.HttpApi<Id, Groups>
): Effect.Effect<ReadonlyArray<DeclaredAccess>, AccessUndeclared> =>
  Effect.suspend(() => {
    const declared: Array<DeclaredAccess> = []
    const undeclared: Array<string> = []
    HttpApi.reflect(api, {
      onGroup: () => undefined,
      onEndpoint: ({ endpoint, group, mergedAnnotations }) => {
        const requirement = Context.getOption(mergedAnnotations as Context.Context<RequiredAccess>, RequiredAccess)
        if (Option.isNone(requirement)) return void undeclared.push(`${endpoint.method} ${endpoint.path}`)
        declared.push({
          group: group.identifier,
          endpoint: endpoint.identifier,
          method: endpoint.method,
          path: endpoint.path,
          requirement: requirement.value,
          tool: Option.getOrNull(Context.getOption(mergedAnnotations as Context.Context<RequiredTool>, RequiredTool))
        })
      }
    })
    return undeclared.length === 0
      ? Effect.succeed(declared)
      : Effect.fail(new AccessUndeclared({ endpoints: undeclared }))
  })
