import type { Answer, Row } from "~/client/contract"
import type { Tone } from "~/components/ui/badge"
import { allowedActions, isEnded } from "../../../../../services/domain/platform/work/runState.ts"

export type ComparisonRow = Row<"GET /api/manager/bucket-comparisons">
export type Comparison = Answer<"GET /api/manager/bucket-comparisons/:comparison_id">
export type Difference = Row<"GET /api/manager/bucket-comparisons/:comparison_id/differences">
export type DifferenceKind = Difference["kind"]
export type SettingComparison = NonNullable<Comparison["settings_compared"]>[number]

export const DIFFERENCE_KINDS: Record<
  DifferenceKind,
  { readonly text: string; readonly hint: string; readonly tone: Tone }
> = {
  different: { text: "Different", hint: "Proved different content", tone: "danger" },
  missing: { text: "Missing", hint: "Only in the source", tone: "warn" },
  extra: { text: "Extra", hint: "Only in the target", tone: "warn" },
  unknown: { text: "Unknown", hint: "Same size, but no checksum or ETag proves equal content", tone: "neutral" }
}

export const SETTING_VERDICTS: Record<SettingComparison["verdict"], { readonly text: string; readonly tone: Tone }> = {
  same: { text: "Equal", tone: "ok" },
  different: { text: "Different", tone: "danger" },
  unknown: { text: "Unknown", tone: "neutral" }
}

export const isActive = ({ state }: Pick<Comparison, "state">): boolean => !isEnded(state)

export const comparisonActions = ({ state }: Pick<Comparison, "state">) => allowedActions(state, 0)

export const comparisonTitle = ({ source, target }: Pick<Comparison, "source" | "target">): string =>
  `${source.bucket} → ${target.bucket}`

export const comparedParts = ({ content, settings, versions }: Pick<Comparison, "content" | "settings" | "versions">) =>
  [...(content ? [versions ? "objects with versions" : "objects"] : []), ...(settings ? ["settings"] : [])].join(", ")

export const comparisonHref = (id: number, contextId: string): string =>
  `/manager/comparisons/${id}?${new URLSearchParams({ context_id: contextId })}`

export const comparisonVerdict = (comparison: Comparison): { readonly text: string; readonly tone: Tone } | null => {
  if (isActive(comparison) || comparison.state === "canceled") return null
  if (comparison.equal === null) return { text: "Equality unknown", tone: "warn" }
  return comparison.equal ? { text: "Equal", tone: "ok" } : { text: "Different", tone: "danger" }
}
