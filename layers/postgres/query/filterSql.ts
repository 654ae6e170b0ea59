import type { SqlClient, Statement } from "effect/sql"
import {
  type FieldKind,
  type FilterOperator,
  isNumeric,
  type QueryDeclaration
} from "#domain/platform/query/QueryDeclaration.ts"
import {
  type FilterValue,
  type ParamRule,
  type QueryFilter,
  sameRuleGroups
} from "#domain/platform/query/QueryFilter.ts"

/** Column of a value; texts are stored in lower case. A set is a `text[]`, or `column` of the rows of `from`. */
export type FilterColumn = string | { readonly from: string; readonly column: string }

export interface FeatureSource {
  readonly state: string
  /** Rows of the feature's rules, correlated with the listing's row, e.g. `rules p where p.name = r.name`. */
  readonly rules: string
  readonly params: Readonly<Record<string, FilterColumn>>
}

export interface FilterSource {
  readonly fields: Readonly<Record<string, FilterColumn>>
  readonly features: Readonly<Record<string, FeatureSource>>
}

const comparisons = { eq: "=", neq: "<>", gt: ">", gte: ">=", lt: "<", lte: "<=" } as const
const patterns = { contains: ["%", "%"], starts_with: ["", "%"], ends_with: ["%", ""] } as const

const escapeLike = (text: string): string => text.replace(/[\\%_]/g, "\\$&")

interface Operand {
  readonly op: FilterOperator
  readonly value: FilterValue
}

/** The planner has statistics for comparisons of integer columns with integers only. */
const numberSql = (sql: SqlClient.SqlClient, value: number): Statement.Fragment =>
  Number.isSafeInteger(value) ? sql`${value}::bigint` : sql`${value}::float8`

const compareColumn = (
  sql: SqlClient.SqlClient,
  kind: FieldKind,
  text: string,
  { op, value }: Operand
): Statement.Fragment => {
  const column = sql.literal(text)
  const numeric = isNumeric(kind)
  switch (op) {
    case "is_null":
      return sql`${column} is null`
    case "not_null":
      return sql`${column} is not null`
    case "contains":
    case "starts_with":
    case "ends_with": {
      const [before, after] = patterns[op]
      return sql`${column} like ${before + escapeLike(String(value).toLowerCase()) + after}`
    }
    case "in":
    case "not_in": {
      const values = Array.isArray(value) ? (value as ReadonlyArray<string | number>) : []
      const list = JSON.stringify(numeric ? values : values.map((item) => String(item).toLowerCase()))
      const items = numeric
        ? sql`select v::float8 from jsonb_array_elements_text(${list}::text::jsonb) v`
        : sql`select jsonb_array_elements_text(${list}::text::jsonb)`
      return op === "in" ? sql`${column} in (${items})` : sql`${column} not in (${items})`
    }
    default: {
      const operator = sql.literal(comparisons[op])
      if (numeric) return sql`${column} ${operator} ${numberSql(sql, Number(value))}`
      return sql`${column} ${operator} ${String(value).toLowerCase()}::text`
    }
  }
}

const negations: Partial<Record<FilterOperator, FilterOperator>> = { neq: "eq", not_in: "in" }

const compareSet = (sql: SqlClient.SqlClient, set: FilterColumn, { op, value }: Operand): Statement.Fragment => {
  const [from, column] =
    typeof set === "string"
      ? [`unnest(${set}) as item (label) where true`, "lower(item.label)"]
      : [set.from, set.column]
  const rows = sql.literal(from)
  const any = (operand: Operand) => sql`exists (select from ${rows} and ${compareColumn(sql, "text", column, operand)})`
  const some = sql`exists (select from ${rows})`
  if (op === "is_null") return sql`not ${some}`
  if (op === "not_null") return some
  const opposite = negations[op]
  return opposite === undefined ? any({ op, value }) : sql`(${some} and not ${any({ op: opposite, value })})`
}

const compareAny = (
  sql: SqlClient.SqlClient,
  kind: FieldKind,
  column: FilterColumn,
  operand: Operand
): Statement.Fragment =>
  kind === "label" || typeof column !== "string"
    ? compareSet(sql, column, operand)
    : compareColumn(sql, kind, column, operand)

/** Never null. An unknown value fails all but `is_null`; an unreadable feature fails all rules but its state's. */
export const filterSql = (
  sql: SqlClient.SqlClient,
  declaration: QueryDeclaration,
  source: FilterSource,
  filter: QueryFilter
): Statement.Fragment => {
  // unlike `coalesce`, it lets the planner estimate the condition and turn outer joins into inner ones
  const strict = (condition: Statement.Fragment) => sql`((${condition}) is true)`
  const featureSource = (name: string): FeatureSource => {
    const featureSource = source.features[name]
    if (featureSource === undefined) throw new Error(`The feature ${name} has no SQL`)
    return featureSource
  }
  const paramCondition = ({ feature, op, param, value }: ParamRule): Statement.Fragment => {
    const column = featureSource(feature).params[param]
    if (column === undefined) throw new Error(`The parameter ${feature}.${param} has no SQL`)
    return strict(compareAny(sql, declaration.features[feature]?.params[param]?.kind ?? "text", column, { op, value }))
  }
  const group = (rules: readonly [ParamRule, ...ParamRule[]]): Statement.Fragment => {
    const [{ feature, quantifier }] = rules
    const { rules: from, state } = featureSource(feature)
    const rows = sql.literal(from)
    const whole = sql.and(rules.map(paramCondition))
    const readable = strict(sql`${sql.literal(state)} not in ('unknown', 'unavailable')`)
    const some = sql`exists (select from ${rows} and ${whole})`
    if (quantifier === "none") return sql`(${readable} and not ${some})`
    if (quantifier === "any") return sql`(${readable} and ${some})`
    return sql`(${readable} and exists (select from ${rows}) and not exists (select from ${rows} and not ${whole}))`
  }
  const conditions = [
    ...filter.rules.flatMap((rule) => {
      if (rule._tag === "Param") return []
      if (rule._tag === "State") {
        const state = sql.literal(featureSource(rule.feature).state)
        const isState = strict(sql`${state} = ${rule.state}`)
        return [rule.state === "unknown" ? sql`(${state} is null or ${isState})` : isState]
      }
      const column = source.fields[rule.field]
      if (column === undefined) throw new Error(`The field ${rule.field} has no SQL`)
      return [strict(compareAny(sql, declaration.fields[rule.field]?.kind ?? "text", column, rule))]
    }),
    ...sameRuleGroups(filter).map(group)
  ]
  if (conditions.length === 0) return sql`(true)`
  return sql`(${filter.match === "all" ? sql.and(conditions) : sql.or(conditions)})`
}
