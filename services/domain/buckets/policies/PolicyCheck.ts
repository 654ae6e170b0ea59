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

/** What to look at. `text`: a policy that is not saved; null: none; left out: the bucket's own. */
export const CheckPolicy = Schema.Struct({
  text: Schema.optionalKey(Schema.NullOr(Text(40_000))),
  /** A command, an HTTP request, a URL or the text of a refusal; what is said beside it counts more. */
  pasted: Schema.optionalKey(Text(20_000)),
  principal: Schema.optionalKey(AccessPrincipal),
  action: Schema.optionalKey(AccessRequest.fields.action),
  key: Schema.optionalKey(AccessRequest.fields.key),
  context: Schema.optionalKey(AccessRequest.fields.context),
  /** True: the caller's own policies are taken to allow everything; false: to say nothing; left out: they are read from the gateway. */
  caller_allowed: Schema.optionalKey(Schema.Boolean)
}).annotate({ identifier: "CheckPolicy" })
export type CheckPolicy = typeof CheckPolicy.Type

/** A part of the bucket that could not be read; what depends on it is unknown. */
export const UnreadPart = Schema.Struct({ part: Schema.Literals(["policy", "public_access_block", "acl", "website"]), detail: Schema.String })
  .annotate({ identifier: "UnreadPolicyPart" })
export type UnreadPart = typeof UnreadPart.Type

export const PolicyCheck = Schema.Struct({
  dialect: PolicyDialect,
  /** an account's id, or the uid of a user in no account; "" where the ACL does not tell */
  owner: Schema.String,
  text: Schema.NullOr(Schema.String),
  faults: Schema.Array(PolicyFault),
  warnings: Schema.Array(PolicyWarning),
  words: Schema.NullOr(PolicyWords),
  /** what the policy comes to with everything beside it */
  exposure: Exposure,
  tests: Schema.Array(PolicyTestResult),
  /** names of the tests that hold with the bucket's own policy and not with this one */
  broken_tests: Schema.Array(Schema.String),
  pasted: Schema.NullOr(PastedRequest),
  /** what was decided about; null: nothing was asked, or too little of it could be read (`notes`) */
  request: Schema.NullOr(AccessRequest),
  decision: Schema.NullOr(AccessDecision),
  /** names of the caller's own policies that were read; `policy` of a statement counts in it. Null: they were not asked about, or could not be read */
  caller_policies: Schema.NullOr(Schema.Array(Schema.String)),
  notes: Schema.Array(Schema.String),
  unread: Schema.Array(UnreadPart)
}).annotate({ identifier: "PolicyCheck" })
export type PolicyCheck = typeof PolicyCheck.Type

export const BucketExposure = Schema.Struct({ ...Exposure.fields, owner: Schema.String, unread: Schema.Array(UnreadPart) }).annotate({ identifier: "BucketExposure" })
export type BucketExposure = typeof BucketExposure.Type

/** The tests that are kept with a bucket; `version` is what an edit of them begins from. */
export const PolicyTestSet = Schema.Struct({ tests: PolicyTests, version: Schema.Int }).annotate({ identifier: "PolicyTestSet" })
export type PolicyTestSet = typeof PolicyTestSet.Type

/** The tests with what they come to now. */
export const PolicyTestRun = Schema.Struct({ ...PolicyTestSet.fields, results: Schema.Array(PolicyTestResult), unread: Schema.Array(UnreadPart) }).annotate({ identifier: "PolicyTestRun" })
export type PolicyTestRun = typeof PolicyTestRun.Type
