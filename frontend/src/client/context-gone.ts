import type { ProblemError } from "./problem-error"

export const CONTEXT_GONE_EVENT = "stowage:context-gone"

/** A context of another user is not found either. */
export const isContextGone = (problem: ProblemError): boolean =>
  problem.status === 404 && problem.message.startsWith("Execution context ")
