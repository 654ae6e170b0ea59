import { askedRequest } from "./askedRequest.ts"
import { decideAccess } from "./decideAccess.ts"
import { decodePolicy } from "./decodePolicy.ts"
import { explainPolicy } from "./explainPolicy.ts"
import { exposureOf } from "./exposure.ts"
import { readPastedRequest } from "./pastedRequest.ts"
import type { PolicyDialect } from "./Policy.ts"
import type { CheckPolicy, PolicyCheck, UnreadPart } from "./PolicyCheck.ts"
import { brokenTests, type PolicyTest, runPolicyTests } from "./policyTests.ts"
import { policyWarnings } from "./policyWarnings.ts"
import { type RuleDocuments, rulesOf } from "./rulesOf.ts"
import { allOfS3 } from "./whoMay.ts"

/** A bucket's documents with the question that is asked of them. */
export interface CheckedPolicy {
  readonly bucket: string
  readonly dialect: PolicyDialect
  readonly documents: RuleDocuments
  readonly website: boolean
  readonly unread: ReadonlyArray<UnreadPart>
  readonly tests: ReadonlyArray<PolicyTest>
  readonly input: CheckPolicy
}

/** Explains the bucket's policy, or another text for it, and decides about the request that is asked or pasted. */
export const checkPolicy = ({ bucket, dialect, documents, input, tests, unread, website }: CheckedPolicy): PolicyCheck => {
  const now = rulesOf(bucket, documents, dialect)
  const text = input.text === undefined ? documents.policy : input.text
  const { faults, policy } = text === null ? { faults: [], policy: null } : decodePolicy(text, dialect)
  const rules = { ...now, bucketPolicy: policy }
  const pasted = input.pasted === undefined || input.pasted.trim() === "" ? null : readPastedRequest(input.pasted, bucket)
  const unreadable = pasted === null && input.pasted !== undefined && input.pasted.trim() !== ""
  const { notes, request } = askedRequest(input, pasted, bucket)
  return {
    dialect, owner: now.owner, text, faults, unread,
    warnings: policy === null ? [] : policyWarnings(policy, { dialect, at: { kind: "bucket", bucket } }),
    words: policy === null ? null : explainPolicy(policy, { bucket, dialect, owner: now.owner }),
    exposure: exposureOf(rules, website, dialect),
    tests: runPolicyTests(tests, rules, dialect), broken_tests: brokenTests(tests, now, rules, dialect).map(({ name }) => name),
    pasted, request, notes: unreadable ? ["The text is no request: paste a curl or aws command, a URL, an HTTP request, or the XML of a refusal.", ...notes] : notes,
    decision: request === null ? null : decideAccess(request, { ...rules, identityPolicies: input.caller_allowed === true ? [allOfS3] : [] }, dialect)
  }
}
