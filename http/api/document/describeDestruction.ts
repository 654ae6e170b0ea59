import { Context, Option } from "effect"
import { HttpApi, type HttpApiGroup } from "effect/http-api"
import { Destructive } from "../Destructive.ts"
import { documentPath, type Spec } from "./spec.ts"

export const describeDestruction = <Id extends string, Groups extends HttpApiGroup.Constraint>(
  api: HttpApi.HttpApi<Id, Groups>,
  spec: Spec
): Spec => {
  HttpApi.reflect(api, {
    onGroup: () => undefined,
    onEndpoint: ({ endpoint, mergedAnnotations }) => {
      const destruction = Option.getOrNull(
        Context.getOption(mergedAnnotations as Context.Context<Destructive>, Destructive)
      )
      const operation = spec["paths"]?.[documentPath(endpoint.path)]?.[endpoint.method.toLowerCase()]
      if (destruction?._tag !== "Named" || operation === undefined) return
      for (const parameter of operation.parameters ?? []) {
        if (parameter.name !== "confirm_name") continue
        parameter.description =
          `Confirms the ${destruction.thing} by ${destruction.name}. If it is another one now, the answer is 409 ` +
          "`stale_plan` and nothing is changed. Absent if nobody was asked."
      }
    }
  })
  return spec
}
