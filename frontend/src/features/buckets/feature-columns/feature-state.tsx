import type { Tone } from "~/components/ui/badge"
import { Badge } from "~/components/ui/badge"
import type { FeatureOnPage, Reading } from "~/features/buckets/bucket-features/feature"

/** The words of states, and how they look. */
export const STATES: Readonly<Record<Reading["state"], { readonly text: string; readonly tone: Tone }>> = {
  enabled: { text: "On", tone: "ok" },
  disabled: { text: "Off", tone: "neutral" },
  suspended: { text: "Suspended", tone: "warn" },
  partial: { text: "In part", tone: "warn" },
  configured: { text: "Set", tone: "info" },
  not_set: { text: "Not set", tone: "neutral" },
  unknown: { text: "Not read yet", tone: "neutral" },
  unavailable: { text: "Unavailable", tone: "danger" }
}

/** What every bucket has is never “not set”: where nobody said anything, it is as the gateway made it. */
const AS_CREATED = { text: "Default", tone: "neutral" } as const

/** The word for how a feature stands. `says`: there is something in it to tell. */
export const stateWord = (state: Reading["state"], says: boolean): (typeof STATES)[Reading["state"]] => state === "not_set" && says ? AS_CREATED : STATES[state]

/** What is said beside the word, where it is more than the word again. */
export const besideState = (state: Reading["state"], said: string): string => said === STATES[state].text ? "" : said

/** What is said of a feature on its bucket's page. */
export const sentenceOf = ({ state, summary }: Pick<Reading, "state" | "summary">, { meant, unset }: Pick<FeatureOnPage, "meant" | "unset">): string =>
  besideState(state, summary) || (meant?.[state] ?? (summary || unset))

/** How a feature stands, in a word. An inline component. */
export const FeatureState = (props: { readonly state: Reading["state"]; readonly says: boolean }) => <Badge {...stateWord(props.state, props.says)} />
