import type { Tone } from "~/components/ui/badge"
import { Badge } from "~/components/ui/badge"
import type { FeatureOnPage, Reading } from "~/features/buckets/bucket-features/feature"

export const FEATURE_STATES: Readonly<Record<Reading["state"], { readonly text: string; readonly tone: Tone }>> = {
  enabled: { text: "On", tone: "ok" },
  disabled: { text: "Off", tone: "neutral" },
  suspended: { text: "Suspended", tone: "warn" },
  partial: { text: "In part", tone: "warn" },
  configured: { text: "Set", tone: "info" },
  not_set: { text: "Not set", tone: "neutral" },
  unknown: { text: "Not read yet", tone: "neutral" },
  unavailable: { text: "Unavailable", tone: "danger" }
}

/** For features of every bucket: without a setting they have RGW's default. */
const AS_CREATED = { text: "Default", tone: "neutral" } as const

export const stateWord = (state: Reading["state"], hasSummary: boolean): (typeof FEATURE_STATES)[Reading["state"]] =>
  state === "not_set" && hasSummary ? AS_CREATED : FEATURE_STATES[state]

export const summaryBesideState = (state: Reading["state"], text: string): string =>
  text === FEATURE_STATES[state].text ? "" : text

export const sentenceOf = (
  { state, summary }: Pick<Reading, "state" | "summary">,
  { meant, unset }: Pick<FeatureOnPage, "meant" | "unset">
): string => summaryBesideState(state, summary) || (meant?.[state] ?? (summary || unset))

export const FeatureState = (props: { readonly state: Reading["state"]; readonly hasSummary: boolean }) => (
  <Badge {...stateWord(props.state, props.hasSummary)} />
)
