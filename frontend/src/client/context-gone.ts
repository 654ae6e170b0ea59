import type { ProblemError } from "./problem-error"

/** Told to the window when the service does not know the execution context of a request any more: taken away, or deleted. */
export const CONTEXT_GONE = "stowage:context-gone"

/** The service names what it did not find; whose context is not one's own is not found either. */
export const isContextGone = (problem: ProblemError): boolean => problem.status === 404 && problem.message.startsWith("Execution context ")
