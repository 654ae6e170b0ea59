import type { ExecutionContext } from "~/lib/execution-contexts"
import { dateTime } from "~/lib/format"
import type { FeatureOnPage, Reading } from "./feature"

export interface Lock {
  readonly reason: string
  readonly evidence: string
}

export const featureLock = (
  { problem, read_only }: Reading,
  { label, probe }: FeatureOnPage,
  context: ExecutionContext | null
): Lock | null => {
  if (problem !== null) {
    const answer =
      problem.storage_status === null && problem.storage_code === null
        ? "no answer came"
        : "the gateway answered " +
          `${[problem.storage_status, problem.storage_code].filter((part) => part !== null).join(" ")}`
    return {
      reason: `${label} is not available here: ${problem.detail}`,
      evidence: `Asked for ${probe} on ${dateTime(problem.at)}: ${answer}.`
    }
  }
  if (context !== null && context.unusable_reason !== null)
    return {
      reason: "These credentials cannot be used now.",
      evidence: `${context.name}: ${context.unusable_reason.replace(/_/g, " ")}.`
    }
  if (context !== null && !context.capabilities.can_manage_buckets) {
    return {
      reason: "Buckets cannot be managed in this execution context.",
      evidence: `What ${context.endpoint_name} can do was found when the endpoint was last probed.`
    }
  }
  if (read_only !== null) return { reason: read_only, evidence: "" }
  return null
}
