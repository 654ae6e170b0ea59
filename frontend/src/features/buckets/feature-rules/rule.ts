import type { Row } from "~/client/contract"
import { FEATURE_LIST } from "~/features/buckets/bucket-features/feature"

export type Rule = Row<"GET /api/manager/feature-rules">

export interface ListedRule extends Rule {
  readonly param: string
  readonly value: string
}

const textOf = (value: Rule["params"][string] | undefined): string =>
  value === null || value === undefined ? "" : typeof value === "object" ? value.join(", ") : String(value)

export const asListed = (rule: Rule): ListedRule => ({
  ...rule,
  param: Object.keys(rule.params).join(" "),
  value: Object.values(rule.params).map(textOf).join(" ")
})

export const ruleHasParam = ({ params }: Rule, param: string | null, value: string | null): boolean => {
  if (param === null) return true
  return (
    Object.hasOwn(params, param) &&
    textOf(params[param])
      .toLowerCase()
      .includes((value ?? "").toLowerCase())
  )
}

export const featureNamed = (name: string | null | undefined): Rule["feature"] =>
  FEATURE_LIST.find(({ feature }) => feature === name)?.feature ?? "lifecycle"

export const RULE_FILTERS = [
  {
    kind: "choice",
    name: "feature",
    label: "Feature",
    initial: "lifecycle",
    options: FEATURE_LIST.map(({ feature, label }) => ({ value: feature, label }))
  },
  {
    kind: "choice",
    many: true,
    name: "state",
    of: "state",
    label: "State",
    options: [
      { value: "enabled", label: "On" },
      { value: "disabled", label: "Off" },
      { value: "suspended", label: "Suspended" },
      { value: "partial", label: "In part" },
      { value: "configured", label: "Set" },
      { value: "not_set", label: "Not set" },
      { value: "unavailable", label: "Unavailable" }
    ]
  },
  { kind: "text", name: "param", of: "param", label: "Has parameter" },
  { kind: "text", name: "value", of: "value", label: "Parameter value" }
] as const
