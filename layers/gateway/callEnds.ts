import { Exit, Option } from "effect"
import { StorageTimeout } from "#domain/platform/errors/Errors.ts"
import type { CallOutcome } from "./breaker.ts"
import { isGarbled, isUnreachable, countsAgainstGateway, wasAnswered } from "./failures.ts"
import type { ReachabilitySign } from "./reachability.ts"

const failureOf = (exit: Exit.Exit<unknown, unknown>) =>
  Exit.hasInterrupts(exit) ? Option.none() : Exit.findErrorOption(exit)

export const reachabilitySignOf = (exit: Exit.Exit<unknown, unknown>): ReachabilitySign => {
  if (Exit.isSuccess(exit)) return "answered"
  const error = failureOf(exit)
  if (Option.isNone(error)) return "nothing"
  if (isUnreachable(error.value)) return "unreached"
  return wasAnswered(error.value) ? "answered" : error.value instanceof StorageTimeout ? "silent" : "nothing"
}

/** Unreachable counts as abandoned, so that no trial call stays open. */
export const breakerOutcomeOf = (exit: Exit.Exit<unknown, unknown>): CallOutcome => {
  if (Exit.isSuccess(exit)) return "success"
  return Option.match(failureOf(exit), {
    onNone: () => "abandoned",
    onSome: (error) =>
      isUnreachable(error) || isGarbled(error) ? "abandoned" : countsAgainstGateway(error) ? "failure" : "success"
  })
}

export const outcomeLabelOf = (exit: Exit.Exit<unknown, unknown>): string => {
  const outcome = reachabilitySignOf(exit) === "unreached" ? "failure" : breakerOutcomeOf(exit)
  if (outcome !== "failure") return outcome === "success" && Exit.isFailure(exit) ? "rejected" : outcome
  return Option.getOrNull(Exit.findErrorOption(exit)) instanceof StorageTimeout ? "timeout" : "failure"
}
