import { conditionHolds } from "./conditionHolds.ts"
import { keysNeverEmptyOnRgw, keysUnknownToRgw } from "./gatewayContext.ts"
import type { ConditionTest, Policy, PolicyDialect } from "./Policy.ts"

/** All possible values of a key, including absent; null if there are too many. */
const valuesOf = (key: string, dialect: PolicyDialect): ReadonlyArray<ReadonlyArray<string>> | null => {
  if (key === "aws:SecureTransport") return dialect === "rgw" ? [[], ["true"]] : [["false"], ["true"]]
  if (dialect !== "rgw") return null
  return keysUnknownToRgw.has(key) ? [[]] : key === "aws:PrincipalType" ? [["User"]] : null
}

/** True for a test of an empty value that RGW never passes. */
const wantsEmpty = (test: ConditionTest, dialect: PolicyDialect): boolean =>
  dialect === "rgw" &&
  keysNeverEmptyOnRgw.has(test.key) &&
  /^String(Equals|Like)(IgnoreCase)?$/.test(test.operator) &&
  test.values.every((value) => value === "")

const fate = (test: ConditionTest, dialect: PolicyDialect): "always" | "never" | "depends" => {
  if (wantsEmpty(test, dialect)) return "never"
  const answers = valuesOf(test.key, dialect)?.map((values) =>
    conditionHolds(test, values.length === 0 ? {} : { [test.key]: values }, dialect)
  )
  if (answers === undefined || new Set(answers).size > 1) return "depends"
  return answers[0] === true ? "always" : "never"
}

/**
 * Removes conditions that always hold and statements that never apply: on RGW a Deny for `Bool` `aws:SecureTransport`
 * `false` never does.
 */
export const normalizePolicy = (policy: Policy, dialect: PolicyDialect): Policy => ({
  ...policy,
  statements: policy.statements
    .filter(({ conditions }) => conditions.every((test) => fate(test, dialect) !== "never"))
    .map((one) => ({ ...one, conditions: one.conditions.filter((test) => fate(test, dialect) === "depends") }))
})
