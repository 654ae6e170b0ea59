import { Result } from "effect"
import type { InputIssue } from "../errors/Errors.ts"
import { textFault } from "../Text.ts"
import {
  type FieldKind,
  type FilterOperator,
  isNumeric,
  operatorsOf,
  type QueryDeclaration
} from "./QueryDeclaration.ts"
import { emptyFilter, type FilterRule, type FilterValue, quantifiers, type QueryFilter } from "./QueryFilter.ts"

export const MAX_FILTER_RULES = 50
export const MAX_LIST_VALUES = 5_000
const MAX_TEXT_LENGTH = 1_000

type Path = ReadonlyArray<string>
type JsonRecord = Readonly<Record<string, unknown>>
type Parsed<A> = Result.Result<A, InputIssue>

const fail = (path: Path, message: string): Parsed<never> => Result.fail({ path, message })

const isRecord = (value: unknown): value is JsonRecord =>
  typeof value === "object" && value !== null && !Array.isArray(value)

const wordsOf = (words: Iterable<string>): string => [...words].join(", ")

const unknownKey = (record: JsonRecord, names: ReadonlyArray<string>) =>
  Object.keys(record).find((key) => !names.includes(key))

const ownOf = <A>(record: Readonly<Record<string, A>>, name: unknown): A | undefined =>
  typeof name === "string" && Object.hasOwn(record, name) ? record[name] : undefined

const textIssue = (value: unknown): string | null =>
  typeof value !== "string"
    ? "Expected a text"
    : value.length > MAX_TEXT_LENGTH
      ? `Expected at most ${MAX_TEXT_LENGTH} characters`
      : textFault(value)

const scalarIssue = (kind: FieldKind, value: unknown, values: ReadonlyArray<string> | undefined): string | null => {
  if (isNumeric(kind)) return typeof value === "number" && Number.isFinite(value) ? null : "Expected a number"
  if (values !== undefined)
    return typeof value === "string" && values.includes(value) ? null : `Expected one of ${wordsOf(values)}`
  return textIssue(value)
}

interface Operand {
  readonly kind: Exclude<FieldKind, "feature">
  readonly values?: ReadonlyArray<string> | undefined
}

interface ParsedOperand {
  readonly op: FilterOperator
  readonly value: FilterValue
}

const parseOperand = (rule: JsonRecord, { kind, values }: Operand, path: Path, name: string): Parsed<ParsedOperand> => {
  const operators = operatorsOf[kind]
  const op = operators.find((known) => known === rule["op"])
  if (op === undefined) return fail([...path, "op"], `Expected an operator of ${name} (${kind}): ${wordsOf(operators)}`)
  const value = rule["value"]
  const at = [...path, "value"]
  if (op === "is_null" || op === "not_null")
    return value === undefined || value === null
      ? Result.succeed({ op, value: null })
      : fail(at, `Expected no value with ${op}`)
  if (op !== "in" && op !== "not_in") {
    const issue = scalarIssue(kind, value, values)
    return issue === null ? Result.succeed({ op, value: value as FilterValue }) : fail(at, issue)
  }
  if (!Array.isArray(value) || value.length === 0) return fail(at, "Expected a list with at least one value")
  if (value.length > MAX_LIST_VALUES) return fail(at, `Expected at most ${MAX_LIST_VALUES} values`)
  for (const [index, item] of value.entries()) {
    const issue = scalarIssue(kind, item, values)
    if (issue !== null) return fail([...at, String(index)], issue)
  }
  return Result.succeed({ op, value: value as unknown as FilterValue })
}

const parseFieldRule = ({ fields }: QueryDeclaration, rule: JsonRecord, path: Path): Parsed<FilterRule> => {
  const extra = unknownKey(rule, ["field", "op", "value"])
  if (extra !== undefined) return fail([...path, extra], "Expected only field, op and value in a rule of a field")
  const declared = ownOf(fields, rule["field"])
  if (declared === undefined) return fail([...path, "field"], `Expected one of ${wordsOf(Object.keys(fields))}`)
  const field = String(rule["field"])
  return Result.map(parseOperand(rule, declared, path, field), (operand) => ({ _tag: "Field", field, ...operand }))
}

const parseFeatureRule = ({ features }: QueryDeclaration, rule: JsonRecord, path: Path): Parsed<FilterRule> => {
  const declared = ownOf(features, rule["feature"])
  if (declared === undefined) return fail([...path, "feature"], `Expected one of ${wordsOf(Object.keys(features))}`)
  const feature = String(rule["feature"])
  if (!Object.hasOwn(rule, "param")) {
    const extra = unknownKey(rule, ["feature", "state"])
    if (extra !== undefined) return fail([...path, extra], "Expected only state, or param, op and value")
    const state = declared.states.find((known) => known === rule["state"])
    return state === undefined
      ? fail([...path, "state"], `Expected one of ${wordsOf(declared.states)}`)
      : Result.succeed({ _tag: "State", feature, state })
  }
  const extra = unknownKey(rule, ["feature", "param", "op", "value", "quantifier"])
  if (extra !== undefined) return fail([...path, extra], "Expected only param, op, value and quantifier")
  const param = ownOf(declared.params, rule["param"])
  if (param === undefined) {
    const names = Object.keys(declared.params)
    const hint = names.length === 0 ? `${feature} has no parameters` : `Expected one of ${wordsOf(names)}`
    return fail([...path, "param"], hint)
  }
  const written = rule["quantifier"] ?? "any"
  const quantifier = quantifiers.find((known) => known === written)
  if (quantifier === undefined) return fail([...path, "quantifier"], `Expected one of ${wordsOf(quantifiers)}`)
  const name = String(rule["param"])
  return Result.map(
    parseOperand(rule, param, path, name),
    ({ op, value }): FilterRule => ({
      _tag: "Param",
      feature,
      param: name,
      op,
      value,
      quantifier
    })
  )
}

const parseRule = (declaration: QueryDeclaration, rule: unknown, path: Path): Parsed<FilterRule> => {
  if (!isRecord(rule)) return fail(path, "Expected a rule: an object with field or feature")
  const [hasField, hasFeature] = [Object.hasOwn(rule, "field"), Object.hasOwn(rule, "feature")]
  if (hasField === hasFeature) return fail(path, "Expected exactly one of field and feature")
  return (hasField ? parseFieldRule : parseFeatureRule)(declaration, rule, path)
}

export const parseFilter = (
  declaration: QueryDeclaration,
  filter: unknown,
  path: Path
): Result.Result<QueryFilter, ReadonlyArray<InputIssue>> => {
  if (filter === undefined || filter === null) return Result.succeed(emptyFilter)
  const refuse = (at: Path, message: string) => Result.fail([{ path: at, message }])
  if (!isRecord(filter)) return refuse(path, "Expected an object with match and rules")
  const extra = unknownKey(filter, ["match", "rules"])
  if (extra !== undefined) return refuse([...path, extra], "Expected only match and rules")
  const match = filter["match"] ?? "all"
  if (match !== "all" && match !== "any") return refuse([...path, "match"], "Expected all or any")
  const written = filter["rules"] ?? []
  const at = [...path, "rules"]
  if (!Array.isArray(written)) return refuse(at, "Expected a list of rules")
  if (written.length > MAX_FILTER_RULES) return refuse(at, `Expected at most ${MAX_FILTER_RULES} rules`)
  const rules: Array<FilterRule> = []
  const issues: Array<InputIssue> = []
  for (const [index, rule] of written.entries()) {
    Result.match(parseRule(declaration, rule, [...at, String(index)]), {
      onSuccess: (parsed) => rules.push(parsed),
      onFailure: (issue) => issues.push(issue)
    })
  }
  return issues.length > 0 ? Result.fail(issues) : Result.succeed({ match, rules })
}
