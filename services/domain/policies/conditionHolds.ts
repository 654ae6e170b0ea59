import type { ContextValues } from "./AccessRequest.ts"
import { conditionOperator, type ConditionOperator } from "./conditionOperators.ts"
import { arnParts, fitsPattern } from "./matchPattern.ts"
import { inNetwork } from "./networks.ts"
import type { ConditionTest, PolicyDialect } from "./Policy.ts"
import { withVariables } from "./policyVariables.ts"

/**
 * Whether a test of a condition holds. A key that the request does not have fails every operator with RGW, the negated ones
 * too (AWS: those pass), except Null, …IfExists and ForAllValues.
 */
export const conditionHolds = (test: ConditionTest, context: ContextValues, dialect: PolicyDialect): boolean => {
  const operator = conditionOperator(test.operator, dialect)
  if (operator === null) return false
  const have = valuesOf(context, test.key, dialect)
  if (operator.comparison === "null") return test.values.some((value) => (value.toLowerCase() === "true") === (have.length === 0))
  if (have.length === 0) return operator.ifExists || operator.set === "all" || (operator.negated && dialect === "aws")
  const wanted = test.values.flatMap((value) => withVariables(value, context, dialect))
  if (operator.set === "all") return have.every((value) => fits(operator, value, wanted))
  return operator.negated && operator.set === "one" ? have.every((value) => fits(operator, value, wanted)) : have.some((value) => fits(operator, value, wanted))
}

const valuesOf = (context: ContextValues, key: string, dialect: PolicyDialect): ReadonlyArray<string> => {
  if (dialect === "rgw") return Object.hasOwn(context, key) ? context[key]! : []
  return Object.entries(context).find(([name]) => name.toLowerCase() === key.toLowerCase())?.[1] ?? []
}

/** Whether one value of the request stands to the policy's values as the operator asks; what cannot be compared never does. */
const fits = (operator: ConditionOperator, value: string, wanted: ReadonlyArray<string>): boolean => {
  const answers = wanted.map((one) => compare(operator, value, one))
  if (!operator.negated) return answers.includes(true)
  return !answers.includes(true) && (answers.length === 0 || answers.some((answer) => answer === false))
}

const compare = ({ comparison, order }: ConditionOperator, value: string, wanted: string): boolean | null => {
  switch (comparison) {
    case "equals":
    case "binary": return value === wanted
    case "equals_ignore_case": return value.toLowerCase() === wanted.toLowerCase()
    case "like": return fitsPattern(wanted, value)
    case "bool": return truth(value) === null || truth(wanted) === null ? null : truth(value) === truth(wanted)
    case "network": return inNetwork(value, wanted)
    case "arn": {
      const [pattern, asked] = [arnParts(wanted), arnParts(value)]
      return pattern === null || asked === null ? null : pattern.every((part, index) => fitsPattern(part, asked[index]!))
    }
    case "number": return inOrder(numberOf(value), order, numberOf(wanted))
    case "date": return inOrder(dateOf(value), order, dateOf(wanted))
    case "null": return null
  }
}

const truth = (text: string): boolean | null => {
  const lower = text.toLowerCase()
  return lower === "true" || lower === "1" ? true : lower === "false" || lower === "0" ? false : null
}
const numberOf = (text: string): number => /^[+-]?(\d+\.?\d*|\.\d+)([eE][+-]?\d+)?$/.test(text.trim()) ? Number(text) : Number.NaN
/** ISO 8601, or seconds since 1970. */
const dateOf = (text: string): number => /^\d+$/.test(text) ? Number(text) * 1000 : Date.parse(text)

const inOrder = (value: number, order: ConditionOperator["order"], wanted: number): boolean | null => {
  if (Number.isNaN(value) || Number.isNaN(wanted)) return null
  switch (order) {
    case "=": return value === wanted
    case "<": return value < wanted
    case "<=": return value <= wanted
    case ">": return value > wanted
    case ">=": return value >= wanted
  }
}
