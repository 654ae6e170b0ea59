import type { Row } from "~/client/contract"
import { FEATURES } from "~/features/bucket-features/feature"

/** One rule of a feature in one bucket. */
export type Rule = Row<"GET /api/manager/feature-rules">

export const RULE_FILTERS = [
  { kind: "choice", name: "feature", label: "Feature", initial: "lifecycle", options: FEATURES.map(({ feature, label }) => ({ value: feature, label })) },
  {
    kind: "choice", many: true, name: "state", label: "State",
    options: [
      { value: "enabled", label: "On" }, { value: "disabled", label: "Off" }, { value: "suspended", label: "Suspended" }, { value: "partial", label: "In part" },
      { value: "configured", label: "Set" }, { value: "not_set", label: "Not set" }, { value: "unavailable", label: "Unavailable" }
    ]
  },
  { kind: "text", name: "param", label: "Has parameter" },
  { kind: "text", name: "value", label: "Parameter value" }
] as const
