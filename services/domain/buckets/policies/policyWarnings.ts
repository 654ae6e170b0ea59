import { Schema } from "effect"
import { keysOmittedWhenEmpty, keysUnknownToRgw } from "./gatewayContext.ts"
import { conditionOperator } from "./conditionOperators.ts"
import { arnParts } from "./matchPattern.ts"
import {
  type ConditionTest,
  statementName,
  type Policy,
  type PolicyDialect,
  PolicyPlace,
  type Statement
} from "./Policy.ts"
import { otherServices } from "./s3Actions.ts"

export const PolicyWarning = Schema.Struct({
  code: Schema.Literals([
    "not_action_matches_nothing",
    "not_action_beside_action",
    "secure_transport_missing",
    "key_never_set",
    "username_is_uid",
    "epoch_time_is_date",
    "negated_missing_key",
    "empty_value_missing",
    "tenantless_root_is_everybody",
    "wildcard_opens_tenant",
    "effect_missing",
    "principal_missing",
    "action_missing",
    "resource_missing",
    "service_never_asked",
    "service_principal_never_asks",
    "other_bucket",
    "resource_without_objects",
    "variable_in_value",
    "pattern_of_classes",
    "anybody_writes",
    "nobody_named"
  ]),
  message: Schema.String,
  statement: Schema.Int,
  place: PolicyPlace
}).annotate({ identifier: "PolicyWarning" })
export type PolicyWarning = typeof PolicyWarning.Type

export interface WarningContext {
  readonly dialect: PolicyDialect
  readonly at:
    | { readonly kind: "bucket"; readonly bucket: string }
    | { readonly kind: "identity"; readonly account: string | null }
}

type Found = readonly [code: PolicyWarning["code"], message: string]

export const policyWarnings = (policy: Policy, context: WarningContext): ReadonlyArray<PolicyWarning> =>
  policy.statements
    .flatMap((statement) => {
      const warnings = [
        ...(context.dialect === "rgw" ? onRgw(statement, context) : []),
        ...anywhere(statement, context)
      ]
      return warnings.map(([code, message]) => ({
        code,
        message: `${capital(statementName(statement))}: ${message}`,
        statement: statement.index,
        place: statement.place
      }))
    })
    .slice(0, maxWarnings)

const maxWarnings = 100

const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)

const onRgw = (statement: Statement, { at }: WarningContext): ReadonlyArray<Found> => {
  const { actions, conditions, effect, notActions, principal } = statement
  const warnings: Array<Found> = []
  if (notActions !== null && actions === null) {
    warnings.push([
      "not_action_matches_nothing",
      effect === "Deny"
        ? "RGW reads NotAction and then matches nothing: this Deny forbids nothing at all. Name the actions in Action"
        : "RGW reads NotAction and then matches nothing: this Allow lets nobody in. Name the actions in Action"
    ])
  }
  if (notActions !== null && actions !== null)
    warnings.push([
      "not_action_beside_action",
      "AWS refuses Action and NotAction together; RGW takes the second away from the first"
    ])
  for (const test of conditions) warnings.push(...ofTest(test, effect))
  for (const name of principal?.aws ?? []) {
    const parts = arnParts(name)
    if (parts !== null && parts[4] === "" && parts[5] === "root") {
      warnings.push([
        "tenantless_root_is_everybody",
        `${name} names everybody on RGW, without credentials too: all who have no tenant belong to the one ` +
          "without a name"
      ])
    }
  }
  if (
    at.kind === "identity" &&
    at.account === null &&
    effect === "Allow" &&
    (statement.resources ?? []).some((one) => one === "*" || /^arn:[^:]*:[^:]*:[^:]*:[^:]*:\*/.test(one))
  ) {
    warnings.push([
      "wildcard_opens_tenant",
      "a user in no account gets at every bucket of the tenant with this, those of accounts too: name the buckets"
    ])
  }
  const patterns = [
    ...(statement.resources ?? []),
    ...(statement.notResources ?? []),
    ...conditions.flatMap(({ operator, values }) => (operator.includes("Like") ? values : []))
  ]
  if (patterns.some(hasPatternClasses)) {
    warnings.push([
      "pattern_of_classes",
      "on RGW [abc] in a pattern is one character of those, and \\ takes the next one as it is; on AWS both " +
        "stand for themselves"
    ])
  }
  if (!statement.effectWritten)
    warnings.push(["effect_missing", "Effect is missing, and RGW takes the statement for a Deny"])
  if (at.kind === "bucket" && principal === null && statement.notPrincipal === null)
    warnings.push(["principal_missing", "Principal is missing: RGW keeps the statement, and it applies to nobody"])
  if (actions === null && notActions === null)
    warnings.push(["action_missing", "Action is missing: RGW keeps the statement, and it says nothing"])
  if (statement.resources === null && statement.notResources === null)
    warnings.push(["resource_missing", "Resource is missing: RGW keeps the statement, and it says nothing"])
  return warnings
}

/** Takes linear time for any pattern. */
const hasPatternClasses = (pattern: string): boolean => {
  const open = pattern.indexOf("[")
  return (open >= 0 && pattern.lastIndexOf("]") > open + 1) || /\\./.test(pattern)
}

const ofTest = (test: ConditionTest, effect: "Allow" | "Deny"): ReadonlyArray<Found> => {
  const operator = conditionOperator(test.operator, "rgw")
  if (operator === null) return []
  const warnings: Array<Found> = []
  const { key } = test
  const absence = operator.comparison === "null" || operator.ifExists
  if (
    key === "aws:SecureTransport" &&
    !absence &&
    (operator.negated || test.values.some((value) => value.toLowerCase() === "false"))
  ) {
    warnings.push([
      "secure_transport_missing",
      effect === "Deny"
        ? "over plain HTTP RGW has no aws:SecureTransport, so this denies nothing. Write BoolIfExists instead of " +
          "Bool: that denies HTTP"
        : "over plain HTTP RGW has no aws:SecureTransport, so this test never holds"
    ])
  } else if (keysUnknownToRgw.has(key) && !absence) {
    warnings.push([
      "key_never_set",
      `RGW never sets ${key}, so ${test.operator} never ` +
        `holds${effect === "Deny" ? " and the Deny forbids nothing" : ""}`
    ])
  } else if (key === "aws:EpochTime" && operator.comparison === "number") {
    warnings.push([
      "epoch_time_is_date",
      "RGW gives aws:EpochTime as a date: compare it with DateGreaterThan or DateLessThan; Numeric operators never hold"
    ])
  } else if (operator.negated && !operator.ifExists) {
    warnings.push([
      "negated_missing_key",
      `where a request has no ${key}, ${test.operator} fails on RGW (on AWS it ` +
        `holds)${effect === "Deny" ? `: such a request is not denied. Write ${test.operator}IfExists` : ""}`
    ])
  }
  if (
    keysOmittedWhenEmpty.has(key) &&
    !absence &&
    !operator.negated &&
    test.values.some((value) => value === "" || (operator.comparison === "like" && /^\*+$/.test(value)))
  ) {
    warnings.push([
      "empty_value_missing",
      `a request with an empty ${key.slice("s3:".length)} has no ${key} on RGW, so no value fits it (on AWS “” ` +
        "does). Test it with Null in a statement of its own"
    ])
  }
  if (key === "aws:username") {
    warnings.push([
      "username_is_uid",
      "RGW puts the user's id into aws:username: the uid, for IAM users a UUID, for anybody without " +
        "credentials “anonymous”; never the UserName"
    ])
  }
  if (test.values.some((value) => value.includes("${") && !(value.startsWith("${") && value.endsWith("}")))) {
    warnings.push([
      "variable_in_value",
      "RGW fills in ${…} only where it is the whole value; here it stands for itself"
    ])
  }
  return warnings
}

const anywhere = (statement: Statement, { at, dialect }: WarningContext): ReadonlyArray<Found> => {
  if (at.kind !== "bucket") return []
  const warnings: Array<Found> = []
  const { actions, effect, principal, resources } = statement
  const others = (actions ?? []).filter((action) => otherServices.has(action.split(":", 1)[0]!.toLowerCase()))
  if (dialect === "rgw" && others.length > 0)
    warnings.push(["service_never_asked", `${others.join(", ")}: no request at a bucket is such an action`])
  const own = (resource: string) => {
    const name = arnParts(resource)?.[5].split("/", 1)[0]
    return resource === "*" || name === undefined || /[*?]|\$\{/.test(name) || name === at.bucket
  }
  const elsewhere = (resources ?? []).filter((resource) => !own(resource))
  if (elsewhere.length > 0)
    warnings.push([
      "other_bucket",
      `${elsewhere.join(", ")} lies in another bucket: a bucket's policy is asked about its own alone`
    ])
  if (
    principal?.anyone === true &&
    effect === "Allow" &&
    statement.conditions.length === 0 &&
    (actions ?? []).some((action) => /^\*|^s3:(\*|put|delete)/i.test(action))
  ) {
    warnings.push(["anybody_writes", "anybody may write, delete or reconfigure here, without credentials"])
  }
  const objects = (actions ?? []).some((action) => /object/i.test(action) && !/ObjectLockConfiguration$/i.test(action))
  const onlyBucket =
    resources !== null &&
    resources.length > 0 &&
    resources.every((resource) => resource !== "*" && !/[/*]/.test(arnParts(resource)?.[5] ?? "*"))
  if (objects && onlyBucket)
    warnings.push([
      "resource_without_objects",
      `no resource here is an object: objects are arn:aws:s3:::${at.bucket}/*`
    ])
  if (
    principal !== null &&
    !principal.anyone &&
    [principal.aws, principal.service, principal.federated, principal.canonical].every((names) => names.length === 0)
  ) {
    warnings.push(["nobody_named", "Principal names nobody"])
  }
  if (
    dialect === "rgw" &&
    principal !== null &&
    principal.service.some((name) => name !== "logging.s3.amazonaws.com")
  ) {
    warnings.push(["service_principal_never_asks", "RGW knows one service principal: logging.s3.amazonaws.com"])
  }
  return warnings
}
