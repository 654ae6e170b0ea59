import { Schema } from "effect"
import { FilledText } from "../../platform/Text.ts"
import { type Element, element, elementsOf, leaf, textAt, textsOf, withParts } from "../../platform/xml/Element.ts"
import { anyText, digits, isOneOf } from "../../platform/xml/knownParts.ts"
import { listElement } from "../../platform/xml/listElement.ts"
import { type Feature, plainFeature } from "./Feature.ts"
import { duplicateIndexes } from "./duplicateIndexes.ts"
import { joinSentences } from "./joinSentences.ts"
import { xmlCodec } from "./xmlFeature.ts"

const methods = ["GET", "PUT", "POST", "DELETE", "HEAD"] as const
const method = Schema.Literals(methods)

export const CorsRule = Schema.Struct({
  id: Schema.NullOr(FilledText(255)),
  allowed_origins: Schema.Array(FilledText(2_000)),
  allowed_methods: Schema.Array(method),
  allowed_headers: Schema.Array(FilledText(200)),
  expose_headers: Schema.Array(FilledText(200)),
  max_age_seconds: Schema.NullOr(Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 2_147_483_647 })))
}).annotate({ identifier: "CorsRule" })
export type CorsRule = typeof CorsRule.Type

export const Cors = Schema.Struct({ rules: Schema.Array(CorsRule) }).annotate({ identifier: "Cors" })
export type Cors = typeof Cors.Type

const MAX_RULES = 100
const isMethod = Schema.is(method)

const ruleOf = (rule: Element): CorsRule => {
  const age = textAt(rule, "MaxAgeSeconds")
  return {
    id: textAt(rule, "ID") || null,
    allowed_origins: textsOf(rule, "AllowedOrigin"),
    allowed_methods: textsOf(rule, "AllowedMethod").filter(isMethod),
    allowed_headers: textsOf(rule, "AllowedHeader"),
    expose_headers: textsOf(rule, "ExposeHeader"),
    max_age_seconds: age === undefined || !/^\d{1,10}$/.test(age) ? null : Number(age)
  }
}

const owned = ["ID", "AllowedOrigin", "AllowedMethod", "AllowedHeader", "ExposeHeader", "MaxAgeSeconds"]

const elementOf = (rule: CorsRule, old: Element | undefined): Element =>
  withParts(old ?? element("CORSRule"), owned, [
    rule.id === null ? undefined : leaf("ID", rule.id),
    ...rule.allowed_origins.map((origin) => leaf("AllowedOrigin", origin)),
    ...rule.allowed_methods.map((name) => leaf("AllowedMethod", name)),
    ...rule.allowed_headers.map((name) => leaf("AllowedHeader", name)),
    rule.max_age_seconds === null ? undefined : leaf("MaxAgeSeconds", rule.max_age_seconds),
    ...rule.expose_headers.map((name) => leaf("ExposeHeader", name))
  ])

const corsSentence = ({ allowed_methods, allowed_origins }: typeof CorsRule.Type): string => {
  const websites = allowed_origins.includes("*") ? "Every website" : allowed_origins.join(", ")
  return `${websites} may send ${allowed_methods.join(", ")}`
}

export const cors: Feature<Cors> = {
  ...plainFeature,
  name: "cors",
  label: "CORS",
  action: "bucket.cors.update",
  schema: Cors,
  wire: {
    _tag: "SubResource",
    name: "cors",
    absent: ["NoSuchCORSConfiguration"],
    removal: "delete",
    type: "application/xml"
  },
  ...xmlCodec<Cors>({
    root: "CORSConfiguration",
    known: {
      CORSRule: {
        ID: anyText,
        AllowedOrigin: anyText,
        AllowedMethod: isOneOf(...methods),
        AllowedHeader: anyText,
        ExposeHeader: anyText,
        MaxAgeSeconds: digits
      }
    },
    read: (root) => {
      const rules = elementsOf(root, "CORSRule").map(ruleOf)
      return rules.length === 0 ? null : { rules }
    },
    write: ({ rules }, root, _before, dropped) => {
      const before = elementsOf(root, "CORSRule").map((part) => ({ item: ruleOf(part), element: part }))
      return withParts(
        root,
        ["CORSRule"],
        listElement(before, rules, ({ id }) => id, elementOf, dropped)
      )
    }
  }),
  state: (value) => (value === null ? "not_set" : "configured"),
  summary: (value) => (value === null ? "" : joinSentences(value.rules.map(corsSentence), "rule")),
  params: (value) =>
    (value?.rules ?? []).map((rule) => ({
      rule_id: rule.id,
      allowed_method: rule.allowed_methods,
      allowed_origin: rule.allowed_origins,
      allowed_header: rule.allowed_headers,
      max_age_seconds: rule.max_age_seconds
    })),
  // RGW stores methods as flags, origins and headers as sets
  meaning: ({ rules }) =>
    rules.map((rule) => ({
      ...rule,
      allowed_methods: [...rule.allowed_methods].sort(),
      allowed_origins: [...rule.allowed_origins].sort(),
      allowed_headers: [...rule.allowed_headers].sort()
    })),
  faults: (value) => {
    if (value === null) return []
    const at = (index: number, field: string, message: string) => ({ path: ["rules", String(index), field], message })
    return [
      ...(value.rules.length === 0
        ? [{ path: ["rules"], message: "Expected at least one rule; null takes CORS away" }]
        : []),
      ...(value.rules.length > MAX_RULES ? [{ path: ["rules"], message: `Expected at most ${MAX_RULES} rules` }] : []),
      ...duplicateIndexes(value.rules.map(({ id }) => id)).map((index) => at(index, "id", "This id is used twice")),
      ...value.rules.flatMap(({ allowed_headers, allowed_methods, allowed_origins }, index) => [
        ...(allowed_origins.length === 0 ? [at(index, "allowed_origins", "Expected at least one origin")] : []),
        ...(allowed_methods.length === 0 ? [at(index, "allowed_methods", "Expected at least one method")] : []),
        ...allowed_origins.flatMap((origin, place) =>
          origin.split("*").length > 2
            ? [
                {
                  path: ["rules", String(index), "allowed_origins", String(place)],
                  message: "An origin may hold one *"
                }
              ]
            : []
        ),
        ...allowed_headers.flatMap((name, place) =>
          name.split("*").length > 2
            ? [{ path: ["rules", String(index), "allowed_headers", String(place)], message: "A header may hold one *" }]
            : []
        )
      ])
    ]
  },
  warnings: (value) =>
    (value?.rules ?? []).flatMap(({ allowed_methods, allowed_origins }, index) =>
      allowed_origins.includes("*") && allowed_methods.some((name) => name !== "GET" && name !== "HEAD")
        ? [`Rule ${index + 1} lets pages of every origin write`]
        : []
    )
}
