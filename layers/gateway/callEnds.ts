import { Exit, Option } from "effect"
import { StorageTimeout } from "#domain/platform/errors/Errors.ts"
import type { Outcome } from "./breaker.ts"
import { isGarbled, isUnreachable, countsAgainstGateway, wasAnswered } from "./failures.ts"
import type { Sign } from "./reachability.ts"

const failureOf = (exit: Exit.Exit<unknown, unknown>) =>
  Exit.hasInterrupts(exit) ? Option.none() : Exit.findErrorOption(exit)

export const signOf = (exit: Exit.Exit<unknown, unknown>): Sign => {
  if (Exit.isSuccess(exit)) return "answered"
  const error = failureOf(exit)
  if (Option.isNone(error)) return "nothing"
  if (isUnreachable(error.value)) return "unreached"
  return wasAnswered(error.value) ? "answered" : error.value instanceof StorageTimeout ? "silent" : "nothing"
}

/** Unreachable counts as abandoned, so that no trial call stays open. */
export const outcomeOf = (exit: Exit.Exit<unknown, unknown>): Outcome => {
  if (Exit.isSuccess(exit)) return "success"
  return Option.match(failureOf(exit), {
    onNone: () => "abandoned",
    onSome: (error) =>
      isUnreachable(error) || isGarbled(error) ? "abandoned" : countsAgainstGateway(error) ? "failure" : "success"
  })
}

export const labelOf = (exit: Exit.Exit<unknown, unknown>): string => {
  const outcome = signOf(exit) === "unreached" ? "failure" : outcomeOf(exit)
  if (outcome !== "failure") return outcome === "success" && Exit.isFailure(exit) ? "rejected" : outcome
  return Option.getOrNull(Exit.findErrorOption(exit)) instanceof StorageTimeout ? "timeout" : "failure"
}
