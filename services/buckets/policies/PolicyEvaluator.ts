import { Context, Effect } from "effect"
import {
  type EvaluationInput,
  type EvaluationName,
  type EvaluationOutput,
  policyEvaluations
} from "#domain/iam/policyEvaluations.ts"

/**
 * Evaluates policies that people write. Implemented by layers/process; by default in this process and without a limit.
 */
export interface PolicyEvaluation {
  /** Null: it took longer, or more memory, than one evaluation may. */
  readonly evaluate: <Name extends EvaluationName>(
    name: Name,
    input: EvaluationInput<Name>
  ) => Effect.Effect<EvaluationOutput<Name> | null>
}

/** Runs an evaluation here and now. */
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

/** Why an evaluation has no result. */
export const tooLargeToEvaluate =
  "It names too much to be evaluated: use fewer statements, principals, resources and condition values"
