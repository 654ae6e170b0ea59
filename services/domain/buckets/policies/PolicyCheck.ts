import { Schema } from "effect"
import { Text } from "../../platform/Text.ts"
import { AccessPrincipal, AccessRequest } from "./AccessRequest.ts"
import { AccessDecision } from "./Decision.ts"
import { PolicyWords } from "./explainPolicy.ts"
import { Exposure } from "./exposure.ts"
import { PastedRequest } from "./pastedRequest.ts"
import { PolicyDialect, PolicyFault } from "./Policy.ts"
import { PolicyTestResult, PolicyTests } from "./policyTests.ts"
import { PolicyWarning } from "./policyWarnings.ts"

/** `text` null: no policy; absent: the stored one. */
export const CheckPolicy = Schema.Struct({
  text: Schema.optionalKey(Schema.NullOr(Text(40_000))),
  /** Command, HTTP request, URL or error; explicit fields take precedence. */
  pasted: Schema.optionalKey(Text(20_000)),
  principal: Schema.optionalKey(AccessPrincipal),
  action: Schema.optionalKey(AccessRequest.fields.action),
  key: Schema.optionalKey(AccessRequest.fields.key),
  context: Schema.optionalKey(AccessRequest.fields.context),
  /** True: the caller's policies allow everything; false: nothing; absent: read them from the gateway. */
  caller_allowed: Schema.optionalKey(Schema.Boolean)
}).annotate({ identifier: "CheckPolicy" })
export type CheckPolicy = typeof CheckPolicy.Type

export const UnreadPart = Schema.Struct({
  part: Schema.Literals(["policy", "public_access_block", "acl", "website"]),
  detail: Schema.String
}).annotate({ identifier: "UnreadPolicyPart" })
export type UnreadPart = typeof UnreadPart.Type

export const PolicyCheck = Schema.Struct({
  dialect: PolicyDialect,
  owner: Schema.String,
  text: Schema.NullOr(Schema.String),
  faults: Schema.Array(PolicyFault),
  warnings: Schema.Array(PolicyWarning),
  words: Schema.NullOr(PolicyWords),
  exposure: Exposure,
  tests: Schema.Array(PolicyTestResult),
  broken_tests: Schema.Array(Schema.String),
  pasted: Schema.NullOr(PastedRequest),
  request: Schema.NullOr(AccessRequest),
  decision: Schema.NullOr(AccessDecision),
  caller_policies: Schema.NullOr(Schema.Array(Schema.String)),
  notes: Schema.Array(Schema.String),
  unread: Schema.Array(UnreadPart)
}).annotate({ identifier: "PolicyCheck" })
export type PolicyCheck = typeof PolicyCheck.Type

export const BucketExposure = Schema.Struct({
  ...Exposure.fields,
  owner: Schema.String,
  unread: Schema.Array(UnreadPart)
}).annotate({ identifier: "BucketExposure" })
export type BucketExposure = typeof BucketExposure.Type

export const PolicyTestSet = Schema.Struct({ tests: PolicyTests, version: Schema.Int }).annotate({
  identifier: "PolicyTestSet"
})
export type PolicyTestSet = typeof PolicyTestSet.Type

export const PolicyTestRun = Schema.Struct({
  ...PolicyTestSet.fields,
  results: Schema.Array(PolicyTestResult),
  unread: Schema.Array(UnreadPart)
}).annotate({ identifier: "PolicyTestRun" })
export type PolicyTestRun = typeof PolicyTestRun.Type
