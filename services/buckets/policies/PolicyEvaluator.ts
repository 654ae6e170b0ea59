import { Context, Effect } from "effect"
import {
  type EvaluationInput,
  type EvaluationName,
  type EvaluationOutput,
  policyEvaluations
} from "#domain/iam/policyEvaluations.ts"

/** Implemented by layers/process; by default in this process and without a limit. */
export interface PolicyEvaluation {
  /** Null: above the time or memory limit. */
  readonly evaluate: <Name extends EvaluationName>(
    name: Name,
    input: EvaluationInput<Name>
  ) => Effect.Effect<EvaluationOutput<Name> | null>
}

export const evaluateInline = <Name extends EvaluationName>(
  name: Name,
  input: EvaluationInput<Name>
): EvaluationOutput<Name> =>
  (policyEvaluations[name] as (input: EvaluationInput<Name>) => EvaluationOutput<Name>)(input)

export const PolicyEvaluator = Context.Reference<PolicyEvaluation>(
  "stowage/services/buckets/policies/PolicyEvaluator",
  {
    defaultValue: () => ({ evaluate: (name, input) => Effect.sync(() => evaluateInline(name, input)) })
  }
)

export const tooLargeToEvaluate =
  "It names too much to be evaluated: use fewer statements, principals, resources and condition values"
