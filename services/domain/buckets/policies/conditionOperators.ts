export type Comparison =
  | "equals"
  | "equals_ignore_case"
  | "like"
  | "number"
  | "date"
  | "bool"
  | "binary"
  | "network"
  | "arn"
  | "null"
export interface ConditionOperator {
  readonly name: string
  readonly comparison: Comparison
  readonly order: "=" | "<" | "<=" | ">" | ">="
  readonly negated: boolean
  readonly ifExists: boolean
  readonly set: "one" | "any" | "all"
}

type Base = readonly [comparison: Comparison, order: ConditionOperator["order"], negated: boolean]
const ordered = (prefix: string, comparison: Comparison): ReadonlyArray<readonly [string, Base]> => [
  [`${prefix}Equals`, [comparison, "=", false]],
  [`${prefix}NotEquals`, [comparison, "=", true]],
  [`${prefix}LessThan`, [comparison, "<", false]],
  [`${prefix}LessThanEquals`, [comparison, "<=", false]],
  [`${prefix}GreaterThan`, [comparison, ">", false]],
  [`${prefix}GreaterThanEquals`, [comparison, ">=", false]]
]
const bases: ReadonlyMap<string, Base> = new Map<string, Base>([
  ["StringEquals", ["equals", "=", false]],
  ["StringNotEquals", ["equals", "=", true]],
  ["StringEqualsIgnoreCase", ["equals_ignore_case", "=", false]],
  ["StringNotEqualsIgnoreCase", ["equals_ignore_case", "=", true]],
  ["StringLike", ["like", "=", false]],
  ["StringNotLike", ["like", "=", true]],
  ...ordered("Numeric", "number"),
  ...ordered("Date", "date"),
  ["Bool", ["bool", "=", false]],
  ["BinaryEquals", ["binary", "=", false]],
  ["IpAddress", ["network", "=", false]],
  ["NotIpAddress", ["network", "=", true]],
  ["ArnEquals", ["arn", "=", false]],
  ["ArnLike", ["arn", "=", false]],
  ["ArnNotEquals", ["arn", "=", true]],
  ["ArnNotLike", ["arn", "=", true]],
  ["Null", ["null", "=", false]]
])

/** Operators that RGW accepts with ForAllValues and ForAnyValue. */
const setsOfRgw = new Set(["StringEquals", "StringLike", "StringEqualsIgnoreCase"])

/** RGW is case-sensitive, AWS is not. Null: unknown to the dialect. */
export const conditionOperator = (name: string, dialect: "aws" | "rgw"): ConditionOperator | null => {
  const colon = name.indexOf(":")
  const prefix = colon < 0 ? "" : name.slice(0, colon)
  const set =
    prefix === "" && colon < 0 ? "one" : prefix === "ForAnyValue" ? "any" : prefix === "ForAllValues" ? "all" : null
  if (set === null) return null
  const rest = name.slice(colon + 1)
  const ifExists = rest.endsWith("IfExists")
  const bare = ifExists ? rest.slice(0, -"IfExists".length) : rest
  const baseName =
    dialect === "rgw" ? bare : ([...bases.keys()].find((one) => one.toLowerCase() === bare.toLowerCase()) ?? bare)
  const base = bases.get(baseName)
  if (base === undefined || (dialect === "rgw" && set !== "one" && !setsOfRgw.has(baseName))) return null
  return { name, comparison: base[0], order: base[1], negated: base[2], ifExists, set }
}
