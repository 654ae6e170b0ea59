import type { HttpApi, HttpApiGroup } from "effect/http-api"
import { describeAccess } from "./describeAccess.ts"
import { describeDestruction } from "./describeDestruction.ts"
import { describeExamples } from "./describeExamples.ts"
import { describeFeatures } from "./describeFeatures.ts"
import { describeParameters } from "./describeParameters.ts"
import { describeProblems } from "./describeProblems.ts"
import { describeStreams } from "./describeStreams.ts"
import { describeTags } from "./describeTags.ts"
import { describeTexts } from "./describeTexts.ts"
import type { Spec } from "./spec.ts"
import { tidyComponents } from "./tidyComponents.ts"

export const describe = <Id extends string, Groups extends HttpApiGroup.Constraint>(
  api: HttpApi.HttpApi<Id, Groups>,
  spec: Spec
): Spec =>
  describeExamples(
    tidyComponents(
      describeFeatures(
        describeTags(
          describeAccess(
            api,
            describeProblems(describeStreams(describeDestruction(api, describeParameters(api, describeTexts(spec)))))
          )
        )
      )
    )
  )
