import { Schema } from "effect"
import { Name } from "../../platform/Text.ts"
import { AccessRequest } from "./AccessRequest.ts"
import type { AccessRules } from "./AccessRules.ts"
import { allOfS3 } from "./completions.ts"
import { decideAccess } from "./decideAccess.ts"
import type { PolicyDialect } from "./Policy.ts"

/** A request and what it must be answered, kept with a bucket and asked again at each edit of its policy. */
export const PolicyTest = Schema.Struct({
  name: Name(200),
  request: AccessRequest,
  /** whether the caller is taken to have a policy of their own that allows everything; RGW does not tell us which they have */
  caller_allowed: Schema.Boolean,
  expected: Schema.Literals(["allow", "deny"])
}).annotate({ identifier: "PolicyTest" })
export type PolicyTest = typeof PolicyTest.Type

export const mostPolicyTests = 100
export const PolicyTests = Schema.Array(PolicyTest).check(Schema.isMaxLength(mostPolicyTests))

export const PolicyTestResult = Schema.Struct({ name: Schema.String, expected: Schema.Literals(["allow", "deny"]), /** null: it depends on something that could not be read; `why` says on what */
  passed: Schema.NullOr(Schema.Boolean),
  why: Schema.String })
  .annotate({ identifier: "PolicyTestResult" })
export type PolicyTestResult = typeof PolicyTestResult.Type

/** Asks each test of the rules, in their order. `why`: what the gateway's answer would come from. */
export const runPolicyTests = (tests: ReadonlyArray<PolicyTest>, rules: AccessRules, dialect: PolicyDialect): ReadonlyArray<PolicyTestResult> =>
  tests.map(({ caller_allowed, expected, name, request }) => {
    const decision = decideAccess(request, { ...rules, identityPolicies: caller_allowed ? [...rules.identityPolicies, allOfS3] : rules.identityPolicies }, dialect)
    return { name, expected, passed: decision.outcome === "unknown" ? null : (decision.outcome === "allowed") === (expected === "allow"), why: decision.why }
  })

/** The tests that an edit breaks: they fail after it and did not fail before, or they passed before and cannot be decided after it. */
export const brokenTests = (
  tests: ReadonlyArray<PolicyTest>, before: AccessRules, after: AccessRules, dialect: PolicyDialect
): ReadonlyArray<PolicyTestResult> => {
  const held = runPolicyTests(tests, before, dialect)
  return runPolicyTests(tests, after, dialect).filter(({ passed }, index) => passed === false ? held[index]?.passed !== false : passed === null && held[index]?.passed === true)
}
