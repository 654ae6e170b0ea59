import { asProblem, ProblemError } from "~/client/problem-error"
import { filterValues, type Filter } from "~/components/filters/filter"
import { normalRules, readRules } from "~/components/filters/rules-text"
import { isSameValue } from "~/features/buckets/bucket-features/draft"
import type { Value } from "~/features/buckets/bucket-features/feature"
import { fieldError } from "~/features/buckets/bulk-changes/change-draft"
import { clusterFilter, type ClusterFilters } from "~/features/buckets/workbench/workbench-filters"
import { type Setting, settingLabel, type Template } from "./template"

// Separate from the dialog: a component's module loads with its page.

type TemplateFilter = Template["filter"]
export type FilterTexts = Record<string, string>

/** `json` null: the filter is what the chips say. */
export interface FilterDraft {
  url: FilterTexts
  json: string | null
}

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null && !Array.isArray(value)

export const filterOfText = (text: string): TemplateFilter => {
  if (text.trim() === "") return null
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch (cause) {
    throw fieldError("filter", `Expected rules as JSON: ${asProblem(cause).detail}.`)
  }
  if (Array.isArray(value)) return { match: "all", rules: value }
  if (!isRecord(value)) throw fieldError("filter", 'Expected a list of rules, or {"match": "all", "rules": […]}.')
  return value as TemplateFilter
}

export const textOfFilter = (filter: TemplateFilter): string => (filter === null ? "" : JSON.stringify(filter, null, 2))

export const filterOfChips = (filters: ClusterFilters, texts: FilterTexts): TemplateFilter => {
  try {
    const text = clusterFilter(filterValues(filters, texts, Date.now()))
    return text === null ? null : filterOfText(text)
  } catch (cause) {
    throw fieldError("filter", asProblem(cause).detail)
  }
}

const textWith = ({ kind }: Filter, rule: Readonly<Record<string, unknown>>, before = ""): string => {
  const { op, state, value } = rule
  if (kind !== "number" && kind !== "size") return String(Array.isArray(value) ? value.join(",") : (value ?? state))
  const [min = "", max = ""] = before.split("..")
  return op === "gte" ? `${String(value)}..${max}` : `${min}..${String(value)}`
}

const has = (rules: ReadonlyArray<unknown>, rule: unknown) =>
  rules.some((one) => isSameValue(one as Value, rule as Value))

/** Texts of the chips; rules that no chip can show remain in the JSON of `rules`. Null: too long for a chip. */
export const chipsOf = (filters: ClusterFilters, filter: TemplateFilter): FilterTexts | null => {
  if (filter === null) return {}
  const written = readRules(JSON.stringify(filter))
  if (written === null) return null
  const isAny = written.match === "any" && written.rules.length > 1
  const remaining: Array<unknown> = isAny ? [...written.rules] : []
  const shownRules: Array<unknown> = []
  let texts: FilterTexts = {}
  for (const rule of isAny ? [] : written.rules) {
    const candidates = !isRecord(rule)
      ? []
      : filters.flatMap((one) =>
          one.kind === "rules" ? [] : [{ ...texts, [one.name]: textWith(one, rule, texts[one.name]) }]
        )
    const fitting = candidates.find((candidate) => {
      const produced = readRules(JSON.stringify(filterOfChips(filters, candidate)))?.rules ?? []
      return produced.length === shownRules.length + 1 && [...shownRules, rule].every((one) => has(produced, one))
    })
    if (fitting === undefined) remaining.push(rule)
    else {
      texts = fitting
      shownRules.push(rule)
    }
  }
  if (remaining.length === 0) return texts
  const rules = normalRules(JSON.stringify({ match: isAny ? "any" : "all", rules: remaining }))
  return rules === "" ? null : { ...texts, rules }
}

export const filterDraft = (filters: ClusterFilters, filter: TemplateFilter): FilterDraft => {
  const url = chipsOf(filters, filter)
  return url === null ? { url: {}, json: textOfFilter(filter) } : { url, json: null }
}

const nameOf = (rule: unknown): string => {
  const { feature, field } = isRecord(rule) ? rule : {}
  const name = field ?? feature
  return typeof name === "string" ? ` (${name})` : ""
}

/** Places errors of the service at the field, naming the rule or the setting. */
export const templateProblem = (
  cause: unknown,
  filter: TemplateFilter,
  settings: ReadonlyArray<Setting>
): ProblemError => {
  const { code, detail, errors, requestId, status, storage, title } = asProblem(cause)
  const rules = filter?.["rules"]
  return new ProblemError({
    code,
    detail,
    requestId,
    status,
    storage,
    title,
    errors: errors.map((issue) => {
      const [field = "", ...rest] = issue.path[0] === "payload" ? issue.path.slice(1) : issue.path
      if (field === "filter" && rest[0] === "rules" && rest[1] !== undefined) {
        const index = Number(rest[1])
        const name = nameOf(Array.isArray(rules) ? rules[index] : null)
        return { path: [field], message: `Rule ${index + 1}${name}: ${issue.message}.` }
      }
      const setting = field === "settings" ? settings[Number(rest[0])] : undefined
      if (setting === undefined) return issue
      return { path: [field], message: `${settingLabel(setting.kind)}: ${issue.message}.` }
    })
  })
}
