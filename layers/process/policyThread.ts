import { type EvaluationName, policyEvaluations } from "#domain/iam/policyEvaluations.ts"
import { answerTasks } from "./answerTasks.ts"

export interface PolicyTask {
  readonly name: EvaluationName
  readonly input: never
}

answerTasks(({ input, name }: PolicyTask) => policyEvaluations[name](input))
