import type { Tone } from "~/components/ui/badge"
import { Badge } from "~/components/ui/badge"
import type { Reading } from "~/features/bucket-features/feature"

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

/** How a feature stands, in a word. An inline component. */
export const FeatureState = (props: { readonly state: Reading["state"] }) => <Badge {...STATES[props.state]} />
