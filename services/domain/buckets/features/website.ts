import { Schema } from "effect"
import type { InputIssue } from "../../platform/errors/Errors.ts"
import { FilledText, Text } from "../../platform/Text.ts"
import { type Element, element, elementsOf, findElement, leaf, textAt, withParts } from "../../platform/xml/Element.ts"
import { anyText, isOneOf } from "../../platform/xml/knownParts.ts"
import { listElement } from "../../platform/xml/listElement.ts"
import { type Feature, plainFeature } from "./Feature.ts"
import { xmlCodec } from "./xmlFeature.ts"

const protocol = Schema.NullOr(Schema.Literals(["http", "https"]))
const key = Schema.NullOr(Text(1_024))
const host = FilledText(255)
const status = Schema.NullOr(Schema.String.check(Schema.isPattern(/^[1-5]\d\d$/u)))

const RoutingRule = Schema.Struct({
  key_prefix: key,
  http_error_code: status,
  /** Redirect; null fields keep the value of the request. */
  protocol,
  host_name: Schema.NullOr(host),
  replace_key_prefix_with: key,
  replace_key_with: key,
  http_redirect_code: status
}).annotate({ identifier: "WebsiteRoutingRule" })
type RoutingRule = typeof RoutingRule.Type

export const Website = Schema.Struct({
  index_document: Schema.NullOr(FilledText(1_024)),
  error_document: Schema.NullOr(FilledText(1_024)),
  /** Excludes all other fields. */
  redirect_all: Schema.NullOr(Schema.Struct({ host_name: host, protocol }).annotate({ identifier: "WebsiteRedirect" })),
  routing_rules: Schema.Array(RoutingRule)
}).annotate({ identifier: "Website" })
export type Website = typeof Website.Type

const MAX_ROUTING_RULES = 50
const isProtocol = isOneOf("http", "https", "")
const protocolOf = (text: string | undefined) => (text === "http" || text === "https" ? text : null)
const part = (name: string, text: string | null) => (text === null ? undefined : leaf(name, text))

const ruleOf = (rule: Element): RoutingRule => {
  const [condition, redirect] = [findElement(rule, "Condition"), findElement(rule, "Redirect")]
  return {
    key_prefix: textAt(condition, "KeyPrefixEquals") ?? null,
    http_error_code: textAt(condition, "HttpErrorCodeReturnedEquals") || null,
    protocol: protocolOf(textAt(redirect, "Protocol")),
    host_name: textAt(redirect, "HostName") || null,
    replace_key_prefix_with: textAt(redirect, "ReplaceKeyPrefixWith") ?? null,
    replace_key_with: textAt(redirect, "ReplaceKeyWith") ?? null,
    http_redirect_code: textAt(redirect, "HttpRedirectCode") || null
  }
}

const conditions = ["KeyPrefixEquals", "HttpErrorCodeReturnedEquals"]
const redirects = ["Protocol", "HostName", "ReplaceKeyPrefixWith", "ReplaceKeyWith", "HttpRedirectCode"]

const elementOf = (rule: RoutingRule, old: Element | undefined): Element => {
  const when = withParts(findElement(old, "Condition") ?? element("Condition"), conditions, [
    part("KeyPrefixEquals", rule.key_prefix),
    part("HttpErrorCodeReturnedEquals", rule.http_error_code)
  ])
  const where = withParts(findElement(old, "Redirect") ?? element("Redirect"), redirects, [
    part("Protocol", rule.protocol),
    part("HostName", rule.host_name),
    part("ReplaceKeyPrefixWith", rule.replace_key_prefix_with),
    part("ReplaceKeyWith", rule.replace_key_with),
    part("HttpRedirectCode", rule.http_redirect_code)
  ])
  return withParts(
    old ?? element("RoutingRule"),
    ["Condition", "Redirect"],
    [when.content.length === 0 ? undefined : when, where]
  )
}

const holder = (root: Element, name: string, inner: string, text: string | null): Element =>
  withParts(
    root,
    [name],
    [text === null ? undefined : withParts(findElement(root, name) ?? element(name), [inner], [leaf(inner, text)])]
  )

const ruleFaults = (rule: RoutingRule, index: number): ReadonlyArray<InputIssue> => {
  const at = (field: string, message: string) => ({ path: ["routing_rules", String(index), field], message })
  const parts = [
    rule.protocol,
    rule.host_name,
    rule.replace_key_prefix_with,
    rule.replace_key_with,
    rule.http_redirect_code
  ].some((one) => one !== null)
  return [
    ...(parts ? [] : [{ path: ["routing_rules", String(index)], message: "Expected where to send to" }]),
    ...(rule.replace_key_with !== null && rule.replace_key_prefix_with !== null
      ? [at("replace_key_with", "Either the whole key or its prefix is replaced")]
      : []),
    ...(rule.http_redirect_code !== null && !rule.http_redirect_code.startsWith("3")
      ? [at("http_redirect_code", "Expected a status from 300 to 399")]
      : []),
    ...(rule.http_error_code !== null && !/^[45]/.test(rule.http_error_code)
      ? [at("http_error_code", "Expected a status from 400 to 599")]
      : [])
  ]
}

export const website: Feature<Website> = {
  ...plainFeature,
  name: "website",
  label: "Static website",
  action: "bucket.website.update",
  schema: Website,
  wire: {
    _tag: "SubResource",
    name: "website",
    absent: ["NoSuchWebsiteConfiguration"],
    removal: "delete",
    type: "application/xml"
  },
  ...xmlCodec<Website>({
    root: "WebsiteConfiguration",
    known: {
      IndexDocument: { Suffix: anyText },
      ErrorDocument: { Key: anyText },
      RedirectAllRequestsTo: { HostName: anyText, Protocol: isProtocol },
      RoutingRules: {
        RoutingRule: {
          Condition: { KeyPrefixEquals: anyText, HttpErrorCodeReturnedEquals: anyText },
          Redirect: {
            Protocol: isProtocol,
            HostName: anyText,
            ReplaceKeyPrefixWith: anyText,
            ReplaceKeyWith: anyText,
            HttpRedirectCode: anyText
          }
        }
      }
    },
    read: (root) => {
      const all = findElement(root, "RedirectAllRequestsTo")
      return {
        index_document: textAt(root, "IndexDocument", "Suffix") || null,
        error_document: textAt(root, "ErrorDocument", "Key") || null,
        redirect_all:
          all === undefined
            ? null
            : { host_name: textAt(all, "HostName") ?? "", protocol: protocolOf(textAt(all, "Protocol")) },
        routing_rules: elementsOf(findElement(root, "RoutingRules"), "RoutingRule").map(ruleOf)
      }
    },
    write: ({ error_document, index_document, redirect_all, routing_rules }, root, _before, dropped) => {
      const redirect = findElement(root, "RedirectAllRequestsTo") ?? element("RedirectAllRequestsTo")
      const rules = findElement(root, "RoutingRules") ?? element("RoutingRules")
      const before = elementsOf(rules, "RoutingRule").map((rule) => ({ item: ruleOf(rule), element: rule }))
      const named = withParts(
        holder(holder(root, "IndexDocument", "Suffix", index_document), "ErrorDocument", "Key", error_document),
        ["RedirectAllRequestsTo"],
        [
          redirect_all === null
            ? undefined
            : withParts(
                redirect,
                ["HostName", "Protocol"],
                [leaf("HostName", redirect_all.host_name), part("Protocol", redirect_all.protocol)]
              )
        ]
      )
      const keyOf = ({ http_error_code, key_prefix }: RoutingRule) => JSON.stringify([key_prefix, http_error_code])
      return withParts(
        named,
        ["RoutingRules"],
        [
          routing_rules.length === 0
            ? undefined
            : withParts(rules, ["RoutingRule"], listElement(before, routing_rules, keyOf, elementOf, dropped))
        ]
      )
    }
  }),
  meaning: (value) => ({
    ...value,
    routing_rules: value.routing_rules.map((rule) => ({ ...rule, key_prefix: rule.key_prefix || null }))
  }),
  state: (value) => (value === null ? "not_set" : "enabled"),
  summary: (value) => {
    if (value === null) return ""
    if (value.redirect_all !== null) return `To ${value.redirect_all.host_name}`
    const count = value.routing_rules.length
    return `${value.index_document ?? ""}${count === 0 ? "" : `, ${count} ${count === 1 ? "rule" : "rules"}`}`
  },
  params: (value) =>
    value === null
      ? []
      : [
          {
            index_document: value.index_document,
            error_document: value.error_document,
            redirect_host: value.redirect_all?.host_name ?? null,
            routing_rule_count: value.routing_rules.length
          }
        ],
  faults: (value) => {
    if (value === null) return []
    const { error_document, index_document, redirect_all, routing_rules } = value
    const more = index_document !== null || error_document !== null || routing_rules.length > 0
    return [
      ...(redirect_all === null && index_document === null
        ? [{ path: ["index_document"], message: "Expected an index document, or where everything is sent" }]
        : []),
      ...(redirect_all !== null && more
        ? [{ path: ["redirect_all"], message: "Where everything is sent elsewhere, nothing else can be said" }]
        : []),
      ...(index_document?.includes("/") === true
        ? [{ path: ["index_document"], message: "An index document is a name without /" }]
        : []),
      ...(routing_rules.length > MAX_ROUTING_RULES
        ? [{ path: ["routing_rules"], message: `Expected at most ${MAX_ROUTING_RULES} rules` }]
        : []),
      ...routing_rules.flatMap(ruleFaults)
    ]
  },
  warnings: (value, { bucket, dialect }) =>
    value === null || dialect === "aws"
      ? []
      : [
          "The gateway serves it only where its operators switched websites on, under a host name of its own " +
            `(${bucket}.website…), and only what anybody may read.`
        ]
}
