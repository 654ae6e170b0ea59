import { elementsOf, withParts } from "../../platform/xml/Element.ts"
import { listElement } from "../../platform/xml/listElement.ts"
import { Lifecycle, type LifecycleRule } from "../lifecycle/Lifecycle.ts"
import { ruleElement, knownRule, parseLifecycleRule } from "../lifecycle/lifecycleXml.ts"
import { ruleFaults } from "../lifecycle/ruleFaults.ts"
import { ruleSentences } from "../lifecycle/ruleSentence.ts"
import { ruleWarnings } from "../lifecycle/ruleWarnings.ts"
import { type Feature, plainFeature } from "./Feature.ts"
import { joinSentences } from "./joinSentences.ts"
import { xmlCodec } from "./xmlFeature.ts"

const GENERATED_ID = /^[a-z0-9]{48}$/

const byText = (one: unknown, other: unknown) => {
  const [first, second] = [JSON.stringify(one), JSON.stringify(other)]
  return first < second ? -1 : first > second ? 1 : 0
}

/** RGW sorts rules by id, tags by key and transitions by storage class, and generates missing ids. */
const meaningOf = (rule: LifecycleRule) => ({
  ...rule,
  id: rule.id === null || GENERATED_ID.test(rule.id) ? null : rule.id,
  filter: { ...rule.filter, tags: [...rule.filter.tags].sort(byText) },
  transitions: [...rule.transitions].sort(byText),
  noncurrent_transitions: [...rule.noncurrent_transitions].sort(byText)
})

const daysOf = ({ expiration }: LifecycleRule) => (expiration !== null && "days" in expiration ? expiration.days : null)

export const lifecycle: Feature<Lifecycle> = {
  ...plainFeature,
  name: "lifecycle",
  label: "Lifecycle",
  action: "bucket.lifecycle.update",
  schema: Lifecycle,
  wire: {
    _tag: "SubResource",
    name: "lifecycle",
    absent: ["NoSuchLifecycleConfiguration"],
    removal: "delete",
    type: "application/xml"
  },
  ...xmlCodec<Lifecycle>({
    root: "LifecycleConfiguration",
    known: { Rule: knownRule },
    read: (root) => {
      const rules = elementsOf(root, "Rule").map(parseLifecycleRule)
      return rules.length === 0 ? null : { rules }
    },
    write: ({ rules }, root, _before, dropped) => {
      const before = elementsOf(root, "Rule").map((part) => ({ item: parseLifecycleRule(part), element: part }))
      return withParts(
        root,
        ["Rule"],
        listElement(
          before,
          rules,
          ({ id }) => id,
          (rule, old) => ruleElement(rule, old, dropped),
          dropped
        )
      )
    }
  }),
  state: (value) => (value === null ? "not_set" : value.rules.some(({ enabled }) => enabled) ? "enabled" : "disabled"),
  summary: (value) => {
    if (value === null) return ""
    const off = value.rules.filter(({ enabled }) => !enabled).length
    const active = value.rules.filter(({ enabled }) => enabled).map((rule) => ruleSentences(rule).join("; "))
    return [
      ...(active.length === 0 ? [] : [joinSentences(active, "rule")]),
      ...(off === 0 ? [] : [`${off} ${off === 1 ? "rule is" : "rules are"} off`])
    ].join("; ")
  },
  params: (value) =>
    (value?.rules ?? []).map((rule) => ({
      rule_id: rule.id,
      enabled: rule.enabled,
      prefix: rule.filter.prefix,
      expiration_days: daysOf(rule),
      noncurrent_days: rule.noncurrent_expiration?.days ?? null,
      abort_multipart_days: rule.abort_multipart?.days ?? null
    })),
  meaning: ({ rules }) => rules.map(meaningOf).sort(byText),
  faults: (value, { dialect }) => (value === null ? [] : ruleFaults(value, dialect)),
  warnings: (value, { dialect }) => (value === null ? [] : ruleWarnings(value, dialect))
}
