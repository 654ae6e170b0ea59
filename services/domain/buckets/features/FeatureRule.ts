import { Schema } from "effect"
import { streamEvent } from "../../platform/streamEvent.ts"
import { ListingCompleteness } from "../../platform/ListingState.ts"
import {
  isUnpaged,
  makePage,
  type OffsetQuery,
  type Page,
  pageOf,
  pageWindow,
  trimmedSearch
} from "../../platform/Paging.ts"
import { commaSeparated } from "../../platform/Filters.ts"
import { Text } from "../../platform/Text.ts"
import { FeatureProgress, FeaturesDone } from "./FeatureCell.ts"
import { FeatureName, FeatureState, featureStates } from "./FeatureName.ts"
import { FeatureProblem, Param } from "./FeatureReading.ts"
import type { ReadFeature } from "./readFeature.ts"

/** Buckets without rules or unreadable ones have a row as well. */
export const FeatureRule = Schema.Struct({
  id: Schema.String,
  bucket: Schema.String,
  feature: FeatureName,
  rule: Schema.NullOr(Schema.Int),
  state: FeatureState,
  summary: Schema.String,
  params: Schema.Record(Schema.String, Param),
  problem: Schema.NullOr(FeatureProblem)
}).annotate({ identifier: "FeatureRule" })
export type FeatureRule = typeof FeatureRule.Type

export const FeatureRulePage = Schema.Struct({ ...pageOf(FeatureRule).fields, listing: ListingCompleteness }).annotate({
  identifier: "FeatureRulePage"
})

export const FeatureRuleRows = Schema.Struct({
  rows: Schema.Array(Schema.Struct({ bucket: Schema.String, rules: Schema.Array(FeatureRule) }))
}).annotate({ identifier: "FeatureRuleRows" })

export const FeatureRuleEvent = Schema.Union([
  streamEvent("progress", FeatureProgress),
  streamEvent("rows", FeatureRuleRows),
  streamEvent("done", FeaturesDone)
])

export const ruleSortKeys = ["bucket", "state"] as const

export const ruleFilters = {
  state: Schema.optionalKey(commaSeparated(featureStates)),
  param: Schema.optionalKey(Text(100)),
  param_value: Schema.optionalKey(Text(200))
}
const Filters = Schema.Struct(ruleFilters)

export interface RuleQuery extends OffsetQuery<(typeof ruleSortKeys)[number]> {
  readonly state?: (typeof Filters.Type)["state"]
  readonly param?: string
  readonly param_value?: string
}

const textOf = (value: FeatureRule["params"][string] | undefined): string =>
  value === null || value === undefined ? "" : typeof value === "object" ? value.join(", ") : String(value)

const MAX_TEXT_LENGTH = 300

const paramsText = (params: FeatureRule["params"]): string => {
  const text = Object.entries(params)
    .flatMap(([name, value]) => (textOf(value) === "" ? [] : [`${name}: ${textOf(value)}`]))
    .join(" · ")
  return text.length > MAX_TEXT_LENGTH ? `${text.slice(0, MAX_TEXT_LENGTH).toWellFormed()}…` : text
}

export const featureRulesOf = (
  bucket: string,
  feature: FeatureName,
  { params, problem, state, summary }: ReadFeature
): ReadonlyArray<FeatureRule> => {
  if (params.length === 0) return [{ id: bucket, bucket, feature, rule: null, state, summary, params: {}, problem }]
  return params.map((rule, index) => ({
    id: `${bucket}/${index + 1}`,
    bucket,
    feature,
    rule: index + 1,
    state,
    summary: paramsText(rule),
    params: rule,
    problem
  }))
}

const has = (text: string, part: string) => text.toLowerCase().includes(part.toLowerCase())

const matches = (query: RuleQuery) => {
  const search = trimmedSearch(query)
  const { param, param_value, state } = query
  return (rule: FeatureRule): boolean => {
    if (state !== undefined && !state.includes(rule.state)) return false
    if (
      param !== undefined &&
      param !== "" &&
      !(Object.hasOwn(rule.params, param) && has(textOf(rule.params[param]), param_value ?? ""))
    )
      return false
    if (
      (param === undefined || param === "") &&
      param_value !== undefined &&
      !Object.values(rule.params).some((value) => has(textOf(value), param_value))
    )
      return false
    return search === null || has(rule.bucket, search) || has(rule.summary, search)
  }
}

const byText = (one: string, other: string) => (one < other ? -1 : one > other ? 1 : 0)

export const rulePage = (rules: ReadonlyArray<FeatureRule>, query: RuleQuery): Page<FeatureRule> => {
  const matchingRules = rules.filter(matches(query))
  const key = query.sort_by ?? "bucket"
  const direction = query.sort_dir === "desc" ? -1 : 1
  const sorted = matchingRules.toSorted(
    (one, other) =>
      direction * byText(one[key], other[key]) ||
      byText(one.bucket, other.bucket) ||
      (one.rule ?? 0) - (other.rule ?? 0)
  )
  if (isUnpaged(query))
    return makePage(sorted, matchingRules.length, 1, Math.max(1, matchingRules.length), rules.length)
  const { page, pageSize } = pageWindow(query)
  return makePage(
    sorted.slice((page - 1) * pageSize, page * pageSize),
    matchingRules.length,
    page,
    pageSize,
    rules.length
  )
}
