import { ProblemError } from "~/client/problem-error"
import type { Bounds } from "./filter"
import { listedTexts, readRules } from "./rules-text"

export type FilterRule =
  | {
      readonly field: string
      readonly op: "contains" | "eq" | "gte" | "in" | "lte"
      readonly value: string | number | ReadonlyArray<string>
    }
  | { readonly feature: string; readonly state: string }

export const containsRule = (field: string, text: string | null): ReadonlyArray<FilterRule> =>
  text === null ? [] : [{ field, op: "contains", value: text }]

export const equalsRule = (field: string, text: string | null): ReadonlyArray<FilterRule> =>
  text === null ? [] : [{ field, op: "eq", value: text }]

export const boundRules = (field: string, bounds: Bounds | null): ReadonlyArray<FilterRule> => [
  ...(typeof bounds?.min === "number" ? [{ field, op: "gte", value: bounds.min } as const] : []),
  ...(typeof bounds?.max === "number" ? [{ field, op: "lte", value: bounds.max } as const] : [])
]

export const listRule = (field: string, text: string | null): ReadonlyArray<FilterRule> => {
  const listed = text === null ? [] : listedTexts(text)
  return listed.length > 1 ? [{ field, op: "in", value: listed }] : containsRule(field, listed[0] ?? null)
}

/** Written rules of which any may match stand alone: the filter language does not nest. */
export const combinedFilter = (rules: ReadonlyArray<FilterRule>, text: string | null): string | null => {
  const written = text === null ? null : readRules(text)
  if (written === null) return advancedFilter(rules)
  if (rules.length === 0) return JSON.stringify(written)
  if (written.match === "any" && written.rules.length > 1)
    throw new ProblemError({
      status: 422,
      code: "validation_failed",
      title: "Filters that cannot be combined",
      detail: 'Rules with "match": "any" cannot be combined with other filters. Remove either.'
    })
  return JSON.stringify({ match: "all", rules: [...rules, ...written.rules] })
}

export const advancedFilter = (rules: ReadonlyArray<FilterRule>): string | null =>
  rules.length === 0 ? null : JSON.stringify({ match: "all", rules })
