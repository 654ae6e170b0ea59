import { Schema } from "effect"
import { FilledText, Text } from "../../platform/Text.ts"
import { type Element, element, elementsOf, findElement, leaf, textAt, withParts } from "../../platform/xml/Element.ts"
import { anyText, digits, isOneOf } from "../../platform/xml/knownParts.ts"
import { listElement } from "../../platform/xml/listElement.ts"
import { type Feature, plainFeature } from "./Feature.ts"
import { duplicateIndexes } from "./duplicateIndexes.ts"
import { xmlCodec } from "./xmlFeature.ts"

const Rule = Schema.Struct({
  id: Schema.NullOr(FilledText(255)),
  status: Schema.Literals(["enabled", "disabled"]),
  priority: Schema.NullOr(Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 2_147_483_647 }))),
  /** Key prefix; null: none, or a filter with more conditions. */
  prefix: Schema.NullOr(Text(1_024)),
  target_bucket: FilledText(2_048),
  storage_class: Schema.NullOr(FilledText(100)),
  delete_marker_replication: Schema.NullOr(Schema.Boolean)
}).annotate({ identifier: "ReplicationRule" })
type Rule = typeof Rule.Type

export const Replication = Schema.Struct({
  role: Text(2_048),
  rules: Schema.Array(Rule)
}).annotate({ identifier: "BucketReplication" })
export type Replication = typeof Replication.Type

const MAX_RULES = 1_000
const enabledAt = (part: Element | undefined, ...path: ReadonlyArray<string>): boolean | null => {
  const text = textAt(part, ...path)
  return text === undefined ? null : text === "Enabled"
}
const isWord = isOneOf("Enabled", "Disabled")
const word = (on: boolean) => (on ? "Enabled" : "Disabled")
const part = (name: string, value: string | number | null) => (value === null ? undefined : leaf(name, value))

const ruleOf = (rule: Element): Rule => {
  const priority = textAt(rule, "Priority") ?? ""
  return {
    id: textAt(rule, "ID") || null,
    status: enabledAt(rule, "Status") === true ? "enabled" : "disabled",
    priority: /^\d{1,10}$/.test(priority) ? Number(priority) : null,
    prefix: textAt(rule, "Filter", "Prefix") ?? textAt(rule, "Prefix") ?? null,
    target_bucket: textAt(rule, "Destination", "Bucket") ?? "",
    storage_class: textAt(rule, "Destination", "StorageClass") || null,
    delete_marker_replication: enabledAt(rule, "DeleteMarkerReplication", "Status")
  }
}

const elementOf = (rule: Rule, old: Element | undefined): Element => {
  const markers = findElement(old, "DeleteMarkerReplication") ?? element("DeleteMarkerReplication")
  const destination = withParts(
    findElement(old, "Destination") ?? element("Destination"),
    ["Bucket", "StorageClass"],
    [leaf("Bucket", rule.target_bucket), part("StorageClass", rule.storage_class)]
  )
  const own = withParts(
    old ?? element("Rule"),
    ["ID", "Priority", "Status", "DeleteMarkerReplication", "Destination"],
    [
      part("ID", rule.id),
      part("Priority", rule.priority),
      leaf("Status", word(rule.status === "enabled")),
      rule.delete_marker_replication === null
        ? undefined
        : withParts(markers, ["Status"], [leaf("Status", word(rule.delete_marker_replication))]),
      destination
    ]
  )
  // version 1 rules have the prefix outside a filter
  if (findElement(own, "Prefix") !== undefined) return withParts(own, ["Prefix"], [part("Prefix", rule.prefix)])
  const filter = findElement(own, "Filter")
  if (rule.prefix === null && filter === undefined) return own
  return withParts(own, ["Filter"], [withParts(filter ?? element("Filter"), ["Prefix"], [part("Prefix", rule.prefix)])])
}

export const replication: Feature<Replication> = {
  ...plainFeature,
  name: "replication",
  label: "Replication",
  action: "bucket.replication.update",
  schema: Replication,
  // AWS only: read-only on RGW
  wire: {
    _tag: "SubResource",
    name: "replication",
    absent: ["ReplicationConfigurationNotFoundError"],
    removal: "delete",
    type: "application/xml"
  },
  ...xmlCodec<Replication>({
    root: "ReplicationConfiguration",
    known: {
      Role: anyText,
      Rule: {
        ID: anyText,
        Status: isWord,
        Priority: digits,
        Prefix: anyText,
        Filter: { Prefix: anyText },
        Destination: { Bucket: anyText, StorageClass: anyText },
        DeleteMarkerReplication: { Status: isWord }
      }
    },
    read: (root) => {
      const rules = elementsOf(root, "Rule").map(ruleOf)
      // S4: RGW returns an empty role for every bucket
      return rules.length === 0 ? null : { role: textAt(root, "Role") ?? "", rules }
    },
    write: ({ role, rules }, root, _before, dropped) => {
      const before = elementsOf(root, "Rule").map((rule) => ({ item: ruleOf(rule), element: rule }))
      return withParts(
        withParts(root, ["Role"], [leaf("Role", role)]),
        ["Rule"],
        listElement(before, rules, ({ id }) => id, elementOf, dropped)
      )
    }
  }),
  state: (value) =>
    value === null ? "not_set" : value.rules.every(({ status }) => status === "disabled") ? "disabled" : "enabled",
  summary: (value) =>
    value === null
      ? ""
      : [
          ...new Set(value.rules.map(({ target_bucket }) => target_bucket.slice(target_bucket.lastIndexOf(":") + 1)))
        ].join(", "),
  params: (value) =>
    (value?.rules ?? []).map(({ id, prefix, status, target_bucket }) => ({
      rule_id: id,
      status,
      prefix,
      target_bucket
    })),
  faults: (value) =>
    value === null
      ? []
      : [
          ...(value.rules.length === 0
            ? [{ path: ["rules"], message: "Expected at least one rule; null takes replication away" }]
            : []),
          ...(value.rules.length > MAX_RULES
            ? [{ path: ["rules"], message: `Expected at most ${MAX_RULES} rules` }]
            : []),
          ...duplicateIndexes(value.rules.map(({ id }) => id)).map((index) => ({
            path: ["rules", String(index), "id"],
            message: "This id is used twice"
          }))
        ],
  readOnly: (dialect) =>
    dialect === "aws"
      ? null
      : "RGW refuses replication of single buckets (405 MethodNotAllowed): what its zones copy is set up by the " +
        "operators of the cluster"
}
