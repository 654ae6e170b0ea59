import type { ContextValues } from "./AccessRequest.ts"
import { conditionOperator, type ConditionOperator } from "./conditionOperators.ts"
import { arnParts, fitsPattern, patternGlob, patternSymbols } from "./matchPattern.ts"
import { inNetwork } from "./networks.ts"
import type { ConditionTest, PolicyDialect } from "./Policy.ts"
import { withVariables } from "./policyVariables.ts"

/** On RGW a missing key fails negated operators too (not on AWS), except Null, …IfExists and ForAllValues. */
export const conditionMatches = (test: ConditionTest, context: ContextValues, dialect: PolicyDialect): boolean => {
  const operator = conditionOperator(test.operator, dialect)
  if (operator === null) return false
  const have = valuesOf(context, test.key, dialect)
  if (operator.comparison === "null") return test.values.some((value) => truth(value, dialect) === (have.length === 0))
  if (have.length === 0) return operator.ifExists || operator.set === "all" || (operator.negated && dialect === "aws")
  const expectedValues = test.values.flatMap((value) => withVariables(value, context, dialect))
  const fits = fitting(operator, expectedValues, dialect)
  return operator.set === "all" || (operator.negated && operator.set === "one") ? have.every(fits) : have.some(fits)
}

const valuesOf = (context: ContextValues, key: string, dialect: PolicyDialect): ReadonlyArray<string> => {
  if (dialect === "rgw") return Object.hasOwn(context, key) ? context[key]! : []
  return Object.entries(context).find(([name]) => name.toLowerCase() === key.toLowerCase())?.[1] ?? []
}

const fitting = (
  operator: ConditionOperator,
  expectedValues: ReadonlyArray<string>,
  dialect: PolicyDialect
): ((value: string) => boolean) => {
  const isOneOf =
    operator.comparison === "like"
      ? likeOneOf(expectedValues, dialect)
      : (value: string) => expectedValues.some((one) => compare(operator, value, one, dialect) === true)
  if (!operator.negated) return isOneOf
  // incomparable policy values are skipped; an incomparable request value matches nothing
  return (value) => !isOneOf(value) && compare({ ...operator, order: "=" }, value, value, dialect) !== null
}

const likeOneOf = (patterns: ReadonlyArray<string>, dialect: PolicyDialect): ((value: string) => boolean) => {
  const globs = [...new Set(patterns)].map((pattern) => patternGlob(pattern, dialect))
  return (value) => {
    const symbols = patternSymbols(value, dialect)
    return globs.some((fits) => fits(symbols))
  }
}

const compare = (
  { comparison, order }: ConditionOperator,
  value: string,
  expectedValues: string,
  dialect: PolicyDialect
): boolean | null => {
  switch (comparison) {
    case "equals":
    case "binary":
      return value === expectedValues
    case "equals_ignore_case":
      return folded(value, dialect) === folded(expectedValues, dialect)
    case "like":
      return fitsPattern(expectedValues, value, dialect)
    case "bool":
      return truth(value, dialect) === null || truth(expectedValues, dialect) === null
        ? null
        : truth(value, dialect) === truth(expectedValues, dialect)
    case "network":
      return inNetwork(value, expectedValues)
    case "arn": {
      const [pattern, valueParts] = [arnParts(expectedValues), arnParts(value)]
      return pattern === null || valueParts === null
        ? null
        : pattern.every((part, index) => fitsPattern(part, valueParts[index]!, dialect))
    }
    case "number":
      return inOrder(numberOf(value), order, numberOf(expectedValues))
    case "date":
      return inOrder(dateOf(value, dialect), order, dateOf(expectedValues, dialect))
    case "null":
      return null
  }
}

/** RGW treats every text other than false and 0 as true. */
const truth = (text: string, dialect: PolicyDialect): boolean | null => {
  const lower = text.toLowerCase()
  if (lower === "true" || lower === "1") return true
  return lower === "false" || lower === "0" ? false : dialect === "rgw" ? true : null
}
/** RGW folds ASCII case only. */
const folded = (text: string, dialect: PolicyDialect): string =>
  dialect === "rgw" ? text.replace(/[A-Z]/g, (sign) => sign.toLowerCase()) : text.toLowerCase()
const numberOf = (text: string): number =>
  /^[+-]?(0x[\da-f]+|(\d+\.?\d*|\.\d+)(e[+-]?\d+)?)$/i.test(text.trim()) ? Number(text) : Number.NaN
const dateOf = (text: string, dialect: PolicyDialect): number => {
  if (/^\d+$/.test(text)) return Number(text) * 1000
  return dialect === "rgw" && /T.*[+-]\d\d:?\d\d$/.test(text) ? Number.NaN : Date.parse(text)
}

const inOrder = (value: number, order: ConditionOperator["order"], expectedValues: number): boolean | null => {
  if (Number.isNaN(value) || Number.isNaN(expectedValues)) return null
  switch (order) {
    case "=":
      return value === expectedValues
    case "<":
      return value < expectedValues
    case "<=":
      return value <= expectedValues
    case ">":
      return value > expectedValues
    case ">=":
      return value >= expectedValues
  }
}
