import type { AccessPrincipal } from "./AccessRequest.ts"
import { evaluatedRequest } from "./evaluatedRequest.ts"
import { allOfS3 } from "./completions.ts"
import { decideAccess } from "./decideAccess.ts"
import { decodePolicy } from "./decodePolicy.ts"
import { explainPolicy } from "./explainPolicy.ts"
import { exposureOf } from "./exposure.ts"
import { type IdentityDocuments, withIdentity } from "./identityRules.ts"
import type { OpenLinks } from "./OpenLinks.ts"
import { readPastedRequest } from "./pastedRequest.ts"
import type { PolicyDialect } from "./Policy.ts"
import type { CheckPolicy, PolicyCheck, UnreadPart } from "./PolicyCheck.ts"
import { failingTests, type PolicyTest, runPolicyTests } from "./policyTests.ts"
import { policyWarnings } from "./policyWarnings.ts"
import { type RuleDocuments, accessRulesOf, withDocument } from "./accessRulesOf.ts"

export interface CheckedPolicy {
  readonly bucket: string
  readonly dialect: PolicyDialect
  readonly documents: RuleDocuments
  readonly website: boolean
  readonly unread: ReadonlyArray<UnreadPart>
  readonly tests: ReadonlyArray<PolicyTest>
  readonly input: CheckPolicy
  readonly links: OpenLinks | null
  readonly caller: { readonly principal: AccessPrincipal; readonly identity: IdentityDocuments } | null
}

export const policyCheckRequest = (input: CheckPolicy, bucket: string) => {
  const text = input.pasted?.trim() ?? ""
  const pasted = text === "" ? null : readPastedRequest(text, bucket)
  return { pasted, unreadable: pasted === null && text !== "", ...evaluatedRequest(input, pasted, bucket) }
}

export const checkPolicy = ({
  bucket,
  caller,
  dialect,
  documents,
  input,
  links,
  tests,
  unread,
  website
}: CheckedPolicy): PolicyCheck => {
  const now = accessRulesOf(bucket, documents, dialect)
  const text = input.text === undefined ? documents.policy : input.text
  const { faults, policy } = text === null ? { faults: [], policy: null } : decodePolicy(text, dialect)
  const rules = input.text === undefined ? now : accessRulesOf(bucket, withDocument(documents, "policy", text), dialect)
  const { notes, pasted, request: written, unreadable } = policyCheckRequest(input, bucket)
  const request = written === null || caller === null ? written : { ...written, principal: caller.principal }
  const requests =
    caller === null
      ? { ...rules, identityPolicies: input.caller_allowed === true ? [allOfS3] : [] }
      : withIdentity(rules, caller.identity, dialect)
  return {
    dialect,
    owner: now.owner,
    text,
    faults,
    unread,
    warnings: policy === null ? [] : policyWarnings(policy, { dialect, at: { kind: "bucket", bucket } }),
    words: policy === null ? null : explainPolicy(policy, { bucket, dialect, owner: now.owner }),
    exposure: exposureOf(rules, website, dialect, links),
    tests: runPolicyTests(tests, rules, dialect),
    broken_tests: failingTests(tests, now, rules, dialect).map(({ name }) => name),
    pasted,
    request,
    notes: unreadable
      ? [
          "The text is no request: paste a curl or aws command, a URL, an HTTP request, or the XML of a refusal.",
          ...notes
        ]
      : notes,
    caller_policies:
      caller === null || caller.identity.unread.length > 0 ? null : caller.identity.documents.map(({ name }) => name),
    decision: request === null ? null : decideAccess(request, requests, dialect)
  }
}
