import { isNumeric, type FieldKind, type FilterOperator, type QueryDeclaration } from "./QueryDeclaration.ts"
import { type FieldRule, type FilterValue, type ParamRule, type QueryFilter, sameRuleGroups } from "./QueryFilter.ts"

export type QueryValue = string | number | null | ReadonlyArray<string>

export interface QueriedFeature {
  readonly state: string
  readonly rules: ReadonlyArray<Readonly<Record<string, QueryValue>>>
}

/** A missing feature is `unknown`. */
export interface QueriedRow {
  readonly fields: Readonly<Record<string, QueryValue>>
  readonly features: Readonly<Record<string, QueriedFeature>>
}

const lower = (value: string | number) => (typeof value === "string" ? value.toLowerCase() : value)
const listOf = (value: FilterValue) => (Array.isArray(value) ? (value as ReadonlyArray<string | number>) : [])

const compare = (value: string | number | null, op: FilterOperator, operand: FilterValue): boolean => {
  if (op === "is_null" || op === "not_null") return (value === null) === (op === "is_null")
  if (value === null) return false
  const [one, other] = [lower(value), lower(typeof operand === "object" ? "" : operand)]
  switch (op) {
    case "eq":
      return one === other
    case "neq":
      return one !== other
    case "in":
      return listOf(operand).map(lower).includes(one)
    case "not_in":
      return !listOf(operand).map(lower).includes(one)
    case "contains":
      return String(one).includes(String(other))
    case "starts_with":
      return String(one).startsWith(String(other))
    case "ends_with":
      return String(one).endsWith(String(other))
    case "gt":
      return one > other
    case "gte":
      return one >= other
    case "lt":
      return one < other
    case "lte":
      return one <= other
  }
}

/** Sets match with any element; `neq` and `not_in` need a set that is not empty and holds none of the values. */
const compareSet = (values: ReadonlyArray<string>, op: FilterOperator, operand: FilterValue): boolean => {
  if (op === "is_null") return values.length === 0
  if (op === "not_null") return values.length > 0
  if (op === "neq" || op === "not_in") return values.length > 0 && values.every((value) => compare(value, op, operand))
  return values.some((value) => compare(value, op, operand))
}

const matchesValue = (kind: FieldKind, value: QueryValue, { op, value: operand }: FieldRule | ParamRule): boolean => {
  if (kind === "label") return compareSet(Array.isArray(value) ? (value as ReadonlyArray<string>) : [], op, operand)
  if (Array.isArray(value)) return false
  const scalar = value as string | number | null
  return compare(scalar !== null && isNumeric(kind) ? Number(scalar) : scalar, op, operand)
}

export const isReadable = (state: string): boolean => state !== "unknown" && state !== "unavailable"

/** Reference for the SQL of a filter: slow, and written from the meaning of the filter language alone. */
export const matchesFilter = (declaration: QueryDeclaration, filter: QueryFilter, row: QueriedRow): boolean => {
  const featureOf = (name: string): QueriedFeature => row.features[name] ?? { state: "unknown", rules: [] }
  const holds = (rule: ParamRule, values: Readonly<Record<string, QueryValue>>): boolean =>
    matchesValue(
      declaration.features[rule.feature]?.params[rule.param]?.kind ?? "text",
      values[rule.param] ?? null,
      rule
    )
  const group = (rules: readonly [ParamRule, ...ParamRule[]]): boolean => {
    const [{ feature, quantifier }] = rules
    const { rules: sets, state } = featureOf(feature)
    if (!isReadable(state)) return false
    const whole = (values: Readonly<Record<string, QueryValue>>) => rules.every((rule) => holds(rule, values))
    if (quantifier === "none") return !sets.some(whole)
    return quantifier === "all" ? sets.length > 0 && sets.every(whole) : sets.some(whole)
  }
  const results = [
    ...filter.rules.flatMap((rule) => {
      if (rule._tag === "State") return [featureOf(rule.feature).state === rule.state]
      if (rule._tag === "Param") return []
      const kind = declaration.fields[rule.field]?.kind ?? "text"
      return [matchesValue(kind, row.fields[rule.field] ?? null, rule)]
    }),
    ...sameRuleGroups(filter).map(group)
  ]
  if (results.length === 0) return true
  return filter.match === "all" ? results.every(Boolean) : results.some(Boolean)
}
