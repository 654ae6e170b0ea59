import { conditionHolds } from "./conditionHolds.ts"
import type { Policy, PolicyDialect, Statement } from "./Policy.ts"

/** The request that RGW tries conditions with, to see whether they keep anybody out. */
const anybodysContext = { "aws:SourceIp": ["1.1.1.1"], "aws:UserId": ["anonymous"], "s3:x-amz-server-side-encryption-aws-kms-key-id": ["secret"] }

/** Condition keys that bind a statement to somebody, as AWS counts them ("The meaning of public"). */
const binding = new Set([
  "aws:sourceip", "aws:sourcearn", "aws:sourcevpc", "aws:sourcevpce", "aws:sourceowner", "aws:sourceaccount", "aws:userid", "aws:principalorgid", "aws:principalarn",
  "aws:principalaccount", "s3:dataaccesspointaccount", "s3:dataaccesspointarn", "s3:x-amz-server-side-encryption-aws-kms-key-id"
])

/**
 * Whether the gateway calls a statement public. RGW: an Allow for `*` whose conditions a stranger at 1.1.1.1 meets who says nothing
 * else of themselves; it counts neither `arn:aws:iam:::root` nor a test that every client passes, though both let everybody in.
 */
export const isPublicStatement = (statement: Statement, dialect: PolicyDialect): boolean => {
  if (statement.effect !== "Allow" || statement.principal?.anyone !== true) return false
  if (dialect === "rgw") return statement.conditions.every((test) => conditionHolds(test, anybodysContext, "rgw"))
  return !statement.conditions.some(({ key, operator, values }) =>
    binding.has(key.toLowerCase()) && !/IfExists$|^Null$|Not/.test(operator) &&
    values.every((value) => !/[*?]|\$\{/.test(value) && !/\/0$/.test(value)))
}

/** Whether the gateway calls the policy public: PolicyStatus, BlockPublicPolicy and RestrictPublicBuckets go by it. */
export const isPublicPolicy = (policy: Policy, dialect: PolicyDialect): boolean =>
  policy.statements.some((statement) => isPublicStatement(statement, dialect))
