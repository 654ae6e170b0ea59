import { conditionMatches } from "./conditionMatches.ts"
import type { Policy, PolicyDialect, Statement } from "./Policy.ts"

/** RGW evaluates the conditions of public statements with this request. */
const anybodysContext = {
  "aws:SourceIp": ["1.1.1.1"],
  "aws:UserId": ["anonymous"],
  "s3:x-amz-server-side-encryption-aws-kms-key-id": ["secret"]
}

/** Amazon's definition ("The meaning of public"). */
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

/** RGW misses `arn:aws:iam:::root` and conditions that every client passes. */
export const isPublicStatement = (statement: Statement, dialect: PolicyDialect): boolean => {
  if (statement.effect !== "Allow" || statement.principal?.anyone !== true) return false
  if (dialect === "rgw") return statement.conditions.every((test) => conditionMatches(test, anybodysContext, "rgw"))
  return !statement.conditions.some(
    ({ key, operator, values }) =>
      binding.has(key.toLowerCase()) &&
      !/IfExists$|^Null$|Not/.test(operator) &&
      values.every((value) => !/[*?]|\$\{/.test(value) && !/\/0$/.test(value))
  )
}

/** In the sense of PolicyStatus, BlockPublicPolicy and RestrictPublicBuckets. */
export const isPublicPolicy = (policy: Policy, dialect: PolicyDialect): boolean =>
  policy.statements.some((statement) => isPublicStatement(statement, dialect))
