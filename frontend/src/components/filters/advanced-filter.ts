import type { Bounds } from "./filter"

export interface FilterRule {
  readonly field: string
  readonly op: "contains" | "eq" | "gte" | "lte"
  readonly value: string | number
}

export const containsRule = (field: string, text: string | null): ReadonlyArray<FilterRule> =>
  text === null ? [] : [{ field, op: "contains", value: text }]

export const equalsRule = (field: string, text: string | null): ReadonlyArray<FilterRule> =>
  text === null ? [] : [{ field, op: "eq", value: text }]

export const boundRules = (field: string, bounds: Bounds | null): ReadonlyArray<FilterRule> => [
  ...(typeof bounds?.min === "number" ? [{ field, op: "gte", value: bounds.min } as const] : []),
  ...(typeof bounds?.max === "number" ? [{ field, op: "lte", value: bounds.max } as const] : [])
]

/** `advanced_filter` of a request: JSON of the rules, which must all hold; null without rules. */
export const advancedFilter = (rules: ReadonlyArray<FilterRule>): string | null =>
  rules.length === 0 ? null : JSON.stringify({ match: "all", rules })
