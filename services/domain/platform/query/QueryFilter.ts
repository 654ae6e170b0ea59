import type { FilterOperator } from "./QueryDeclaration.ts"

/** Null for `is_null` and `not_null`. */
export type FilterValue = string | number | ReadonlyArray<string> | ReadonlyArray<number> | null

export const quantifiers = ["any", "all", "none"] as const
export type Quantifier = (typeof quantifiers)[number]

export interface FieldRule {
  readonly _tag: "Field"
  readonly field: string
  readonly op: FilterOperator
  readonly value: FilterValue
}

export interface StateRule {
  readonly _tag: "State"
  readonly feature: string
  readonly state: string
}

/** `quantifier`: how many rules of the feature must hold; `all` and `none` need a readable feature. */
export interface ParamRule {
  readonly _tag: "Param"
  readonly feature: string
  readonly param: string
  readonly op: FilterOperator
  readonly value: FilterValue
  readonly quantifier: Quantifier
}

export type FilterRule = FieldRule | StateRule | ParamRule

export interface QueryFilter {
  readonly match: "all" | "any"
  readonly rules: ReadonlyArray<FilterRule>
}

export const emptyFilter: QueryFilter = { match: "all", rules: [] }

/** Parameter rules that one rule of a feature must satisfy together: with `match: all` and the quantifier `any`. */
export const sameRuleGroups = ({ match, rules }: QueryFilter): ReadonlyArray<readonly [ParamRule, ...ParamRule[]]> => {
  const groups = new Map<string, [ParamRule, ...ParamRule[]]>()
  rules.forEach((rule, index) => {
    if (rule._tag !== "Param") return
    const key = match === "all" && rule.quantifier === "any" ? rule.feature : `${rule.feature} ${index}`
    const group = groups.get(key)
    if (group === undefined) groups.set(key, [rule])
    else group.push(rule)
  })
  return [...groups.values()]
}
