import { conditionMatches } from "./conditionMatches.ts"
import { keysOmittedWhenEmpty, keysUnknownToRgw } from "./gatewayContext.ts"
import type { ConditionTest, Policy, PolicyDialect } from "./Policy.ts"

const valuesOf = (key: string, dialect: PolicyDialect): ReadonlyArray<ReadonlyArray<string>> | null => {
  if (key === "aws:SecureTransport") return dialect === "rgw" ? [[], ["true"]] : [["false"], ["true"]]
  if (dialect !== "rgw") return null
  return keysUnknownToRgw.has(key) ? [[]] : key === "aws:PrincipalType" ? [["User"]] : null
}

const wantsEmpty = (test: ConditionTest, dialect: PolicyDialect): boolean =>
  dialect === "rgw" &&
  keysOmittedWhenEmpty.has(test.key) &&
  /^String(Equals|Like)(IgnoreCase)?$/.test(test.operator) &&
  test.values.every((value) => value === "")

const fate = (test: ConditionTest, dialect: PolicyDialect): "always" | "never" | "depends" => {
  if (wantsEmpty(test, dialect)) return "never"
  const answers = valuesOf(test.key, dialect)?.map((values) =>
    conditionMatches(test, values.length === 0 ? {} : { [test.key]: values }, dialect)
  )
  if (answers === undefined || new Set(answers).size > 1) return "depends"
  return answers[0] === true ? "always" : "never"
}

/** Drops conditions that always hold and statements that never apply, e.g. a Deny without TLS on RGW. */
export const normalizePolicy = (policy: Policy, dialect: PolicyDialect): Policy => ({
  ...policy,
  statements: policy.statements
    .filter(({ conditions }) => conditions.every((test) => fate(test, dialect) !== "never"))
    .map((one) => ({ ...one, conditions: one.conditions.filter((test) => fate(test, dialect) === "depends") }))
})
