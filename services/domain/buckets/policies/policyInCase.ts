import type { ContextValues } from "./AccessRequest.ts"
import { conditionMatches } from "./conditionMatches.ts"
import type { ConditionTest, Policy, PolicyDialect } from "./Policy.ts"
import { normalizePolicy } from "./normalizePolicy.ts"

export interface KnownContext {
  readonly values: ContextValues
  readonly missing: ReadonlySet<string>
}

export type PolicyCase = "worst" | "best"

const isOfTarget = (key: string): boolean =>
  key.startsWith("s3:existingobjecttag/") || key.startsWith("s3:resourcetag/")

/** `chosen`: the caller chooses the value (a prefix, an upload header). */
const outcomeOf = (
  test: ConditionTest,
  { missing, values }: KnownContext,
  dialect: PolicyDialect
): "holds" | "fails" | "chosen" | "depends" => {
  const key = test.key.toLowerCase()
  const isKnown = missing.has(key) || Object.keys(values).some((name) => name.toLowerCase() === key)
  if (!isKnown && key.startsWith("s3:")) return isOfTarget(key) ? "depends" : "chosen"
  // a variable may stand for an unknown value
  if (!isKnown || test.values.some((value) => value.includes("${"))) return "depends"
  return conditionMatches(test, values, dialect) ? "holds" : "fails"
}

export const policyInCase = (
  policy: Policy,
  knownContext: KnownContext,
  dialect: PolicyDialect,
  which: PolicyCase
): Policy => ({
  ...policy,
  statements: normalizePolicy(policy, dialect).statements.flatMap((statement) => {
    const outcomes = statement.conditions.map((test) => outcomeOf(test, knownContext, dialect))
    const isDeny = statement.effect === "Deny"
    const applies =
      !outcomes.includes("fails") &&
      !(isDeny && outcomes.includes("chosen")) &&
      (!outcomes.includes("depends") || isDeny === (which === "worst"))
    return applies ? [{ ...statement, conditions: [] }] : []
  })
})

export const unknownKeys = (
  policy: Policy,
  knownContext: KnownContext,
  dialect: PolicyDialect
): ReadonlyArray<string> => {
  const tests = normalizePolicy(policy, dialect).statements.flatMap(({ conditions }) => conditions)
  return [
    ...new Set(tests.filter((test) => outcomeOf(test, knownContext, dialect) === "depends").map(({ key }) => key))
  ]
}
