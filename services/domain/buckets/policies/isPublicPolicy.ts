import { conditionHolds } from "./conditionHolds.ts"
import type { Policy, PolicyDialect, Statement } from "./Policy.ts"

/** Request that RGW evaluates conditions with to decide whether a statement is public. */
const anybodysContext = {
  "aws:SourceIp": ["1.1.1.1"],
  "aws:UserId": ["anonymous"],
  "s3:x-amz-server-side-encryption-aws-kms-key-id": ["secret"]
}

/** Condition keys that restrict a statement in Amazon's definition ("The meaning of public"). */
const binding = new Set([
  "aws:sourceip",
  "aws:sourcearn",
  "aws:sourcevpc",
  "aws:sourcevpce",
  "aws:sourceowner",
  "aws:sourceaccount",
  "aws:userid",
  "aws:principalorgid",
  "aws:principalarn",
  "aws:principalaccount",
  "s3:dataaccesspointaccount",
  "s3:dataaccesspointarn",
  "s3:x-amz-server-side-encryption-aws-kms-key-id"
])

/**
 * True if the gateway reports the statement as public. RGW: an Allow for `*` whose conditions an anonymous request from
 * 1.1.1.1 meets. It misses `arn:aws:iam:::root` and conditions that every client passes.
 */
export const isPublicStatement = (statement: Statement, dialect: PolicyDialect): boolean => {
  if (statement.effect !== "Allow" || statement.principal?.anyone !== true) return false
  if (dialect === "rgw") return statement.conditions.every((test) => conditionHolds(test, anybodysContext, "rgw"))
  return !statement.conditions.some(
    ({ key, operator, values }) =>
      binding.has(key.toLowerCase()) &&
      !/IfExists$|^Null$|Not/.test(operator) &&
      values.every((value) => !/[*?]|\$\{/.test(value) && !/\/0$/.test(value))
  )
}

/** Public in the sense of PolicyStatus, BlockPublicPolicy and RestrictPublicBuckets. */
export const isPublicPolicy = (policy: Policy, dialect: PolicyDialect): boolean =>
  policy.statements.some((statement) => isPublicStatement(statement, dialect))
