import type { ContextValues } from "./AccessRequest.ts"
import { conditionHolds } from "./conditionHolds.ts"
import type { ConditionTest, Policy, PolicyDialect } from "./Policy.ts"
import { settledPolicy } from "./settledPolicy.ts"

/** What is known of the requests of one identity: condition keys with their values, and keys that its requests never have. */
export interface KnownCircumstances {
  readonly values: ContextValues
  readonly missing: ReadonlySet<string>
}

/** How the conditions that depend on unknown circumstances come out: against the caller, or for them. */
export type PolicyCase = "worst" | "best"

/** `chosen`: the caller chooses the value with the request (a prefix, a header of the upload). */
const outcomeOf = (test: ConditionTest, { missing, values }: KnownCircumstances, dialect: PolicyDialect): "holds" | "fails" | "chosen" | "depends" => {
  const key = test.key.toLowerCase()
  if (key.startsWith("s3:")) return "chosen"
  const isKnown = missing.has(key) || Object.keys(values).some((name) => name.toLowerCase() === key)
  // a variable may stand for anything that is not known
  if (!isKnown || test.values.some((value) => value.includes("${"))) return "depends"
  return conditionHolds(test, values, dialect) ? "holds" : "fails"
}

/** The same policy without conditions: a statement applies, or is left out, as its conditions come out in that case. */
export const policyInCase = (policy: Policy, known: KnownCircumstances, dialect: PolicyDialect, which: PolicyCase): Policy => ({
  ...policy,
  statements: settledPolicy(policy, dialect).statements.flatMap((statement) => {
    const outcomes = statement.conditions.map((test) => outcomeOf(test, known, dialect))
    const isDeny = statement.effect === "Deny"
    const applies = !outcomes.includes("fails") && !(isDeny && outcomes.includes("chosen")) &&
      (!outcomes.includes("depends") || isDeny === (which === "worst"))
    return applies ? [{ ...statement, conditions: [] }] : []
  })
})

/** The condition keys on which a policy's answers depend and of which nothing is known, in their order. */
export const unknownKeys = (policy: Policy, known: KnownCircumstances, dialect: PolicyDialect): ReadonlyArray<string> => {
  const tests = settledPolicy(policy, dialect).statements.flatMap(({ conditions }) => conditions)
  return [...new Set(tests.filter((test) => outcomeOf(test, known, dialect) === "depends").map(({ key }) => key))]
}
