import { Schema } from "effect"
import { Name } from "../../platform/Text.ts"
import { AccessRequest } from "./AccessRequest.ts"
import type { AccessRules } from "./AccessRules.ts"
import { allOfS3 } from "./completions.ts"
import { decideAccess } from "./decideAccess.ts"
import type { PolicyDialect } from "./Policy.ts"

export const PolicyTest = Schema.Struct({
  name: Name(200),
  request: AccessRequest,
  caller_allowed: Schema.Boolean,
  expected: Schema.Literals(["allow", "deny"])
}).annotate({ identifier: "PolicyTest" })
export type PolicyTest = typeof PolicyTest.Type

export const MAX_POLICY_TESTS = 100
export const PolicyTests = Schema.Array(PolicyTest).check(Schema.isMaxLength(MAX_POLICY_TESTS))

export const PolicyTestResult = Schema.Struct({
  name: Schema.String,
  expected: Schema.Literals([
    "allow",
    "deny"
  ]) /** null: it depends on something that could not be read; `why` says on what */,
  passed: Schema.NullOr(Schema.Boolean),
  why: Schema.String
}).annotate({ identifier: "PolicyTestResult" })
export type PolicyTestResult = typeof PolicyTestResult.Type

export const runPolicyTests = (
  tests: ReadonlyArray<PolicyTest>,
  rules: AccessRules,
  dialect: PolicyDialect
): ReadonlyArray<PolicyTestResult> =>
  tests.map(({ caller_allowed, expected, name, request }) => {
    const decision = decideAccess(
      request,
      { ...rules, identityPolicies: caller_allowed ? [...rules.identityPolicies, allOfS3] : rules.identityPolicies },
      dialect
    )
    return {
      name,
      expected,
      passed: decision.outcome === "unknown" ? null : (decision.outcome === "allowed") === (expected === "allow"),
      why: decision.why
    }
  })

export const failingTests = (
  tests: ReadonlyArray<PolicyTest>,
  before: AccessRules,
  after: AccessRules,
  dialect: PolicyDialect
): ReadonlyArray<PolicyTestResult> => {
  const resultsBefore = runPolicyTests(tests, before, dialect)
  return runPolicyTests(tests, after, dialect).filter(({ passed }, index) =>
    passed === false ? resultsBefore[index]?.passed !== false : passed === null && resultsBefore[index]?.passed === true
  )
}
