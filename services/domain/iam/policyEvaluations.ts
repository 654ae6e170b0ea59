import { checkDocument, type DocumentKind, type IamDocumentCheck } from "./IamDocument.ts"
import { identityWords } from "./identityWords.ts"
import { evaluateHolders, type HolderAccess, type HolderQuestion } from "./bucketaccess/evaluateHolders.ts"
import { principalNamesInAccount, type NamedPrincipal, policyPrincipals } from "./bucketaccess/policyPrincipals.ts"
import type { UnreadableRule } from "../buckets/policies/AccessRules.ts"
import type { AccessRequest } from "../buckets/policies/AccessRequest.ts"
import { checkPolicy, type CheckedPolicy } from "../buckets/policies/checkPolicy.ts"
import { decideAccess } from "../buckets/policies/decideAccess.ts"
import type { AccessDecision } from "../buckets/policies/Decision.ts"
import type { DetectedLoss } from "../buckets/policies/AccessLoss.ts"
import { decodePolicy } from "../buckets/policies/decodePolicy.ts"
import { type Exposure, exposureOf } from "../buckets/policies/exposure.ts"
import { findAccessLosses, type LossQuestion } from "../buckets/policies/findAccessLosses.ts"
import { type IdentityDocument, withIdentity } from "../buckets/policies/identityRules.ts"
import type { OpenLinks } from "../buckets/policies/OpenLinks.ts"
import type { PolicyDialect, PolicyFault } from "../buckets/policies/Policy.ts"
import {
  failingTests,
  type PolicyTest,
  type PolicyTestResult,
  runPolicyTests
} from "../buckets/policies/policyTests.ts"
import { type RuleDocuments, accessRulesOf } from "../buckets/policies/accessRulesOf.ts"

interface BucketDocuments {
  readonly bucket: string
  readonly dialect: PolicyDialect
  readonly documents: RuleDocuments
}

/** They run in a worker thread: their time grows with the product of a policy's entries and has no other bound. */
export const policyEvaluations = {
  check: (input: CheckedPolicy) => checkPolicy(input),

  exposure: ({
    bucket,
    dialect,
    documents,
    links,
    website
  }: BucketDocuments & { readonly website: boolean; readonly links: OpenLinks | null }): Exposure =>
    exposureOf(accessRulesOf(bucket, documents, dialect), website, dialect, links),

  tests: ({
    bucket,
    dialect,
    documents,
    tests
  }: BucketDocuments & { readonly tests: ReadonlyArray<PolicyTest> }): ReadonlyArray<PolicyTestResult> =>
    runPolicyTests(tests, accessRulesOf(bucket, documents, dialect), dialect),

  brokenTests: ({
    after,
    before,
    bucket,
    dialect,
    tests
  }: Omit<BucketDocuments, "documents"> & {
    readonly before: RuleDocuments
    readonly after: RuleDocuments
    readonly tests: ReadonlyArray<PolicyTest>
  }): ReadonlyArray<PolicyTestResult> =>
    failingTests(tests, accessRulesOf(bucket, before, dialect), accessRulesOf(bucket, after, dialect), dialect),

  accessLosses: (question: LossQuestion): ReadonlyArray<DetectedLoss> => findAccessLosses(question),

  identityAccess: ({
    bucket,
    dialect,
    documents,
    identity,
    request
  }: BucketDocuments & {
    readonly identity: ReadonlyArray<IdentityDocument>
    readonly request: AccessRequest
  }): AccessDecision =>
    decideAccess(
      request,
      withIdentity(accessRulesOf(bucket, documents, dialect), { documents: identity, unread: [] }, dialect),
      dialect
    ),

  holders: (question: HolderQuestion): ReadonlyArray<HolderAccess> => evaluateHolders(question),

  principals: ({
    bucket,
    dialect,
    documents,
    owner
  }: BucketDocuments & { readonly owner: string | null }): {
    readonly named: ReadonlyArray<NamedPrincipal>
    readonly inAccount: ReadonlyArray<string>
    readonly unknown: ReadonlyArray<UnreadableRule>
  } => {
    const read = accessRulesOf(bucket, documents, dialect)
    const rules = read.owner === "" && owner !== null ? { ...read, owner } : read
    return { named: policyPrincipals(rules), inAccount: principalNamesInAccount(rules), unknown: rules.unknown }
  },

  identityPolicy: ({
    dialect,
    text
  }: {
    readonly dialect: PolicyDialect
    readonly text: string
  }): {
    readonly faults: ReadonlyArray<PolicyFault>
    readonly words: ReadonlyArray<string> | null
  } => {
    const { faults, policy } = decodePolicy(text, dialect, "identity")
    return { faults, words: policy === null ? null : identityWords(policy, dialect) }
  },

  iamDocument: ({
    account,
    dialect,
    kind,
    text
  }: {
    readonly text: string
    readonly kind: DocumentKind
    readonly dialect: PolicyDialect
    readonly account: string | null
  }): { readonly check: IamDocumentCheck; readonly principals: ReadonlyArray<string> } => {
    const { check, policy } = checkDocument(text, kind, dialect, account)
    return {
      check,
      principals: [...new Set((policy?.statements ?? []).flatMap(({ principal }) => principal?.aws ?? []))]
    }
  }
}

export type PolicyEvaluations = typeof policyEvaluations
export type EvaluationName = keyof PolicyEvaluations
export type EvaluationInput<Name extends EvaluationName> = Parameters<PolicyEvaluations[Name]>[0]
export type EvaluationOutput<Name extends EvaluationName> = ReturnType<PolicyEvaluations[Name]>
