import { Schema } from "effect"
import { decodePolicy } from "../buckets/policies/decodePolicy.ts"
import { type Policy, PolicyDialect, PolicyFault } from "../buckets/policies/Policy.ts"
import { PolicyWarning, policyWarnings } from "../buckets/policies/policyWarnings.ts"
import { Text } from "../platform/Text.ts"
import { IamName } from "./IamEntity.ts"
import { identityWords } from "./identityWords.ts"
import { trustFindings } from "./trustFindings.ts"

/** What a document says of: the rights of whom it belongs to, or who may assume a role. */
export const DocumentKind = Schema.Literals(["identity", "trust"]).annotate({ identifier: "IamDocumentKind" })
export type DocumentKind = typeof DocumentKind.Type

/**
 * Characters of a document without its white space, as Amazon counts them for a managed policy. RGW takes any length (tried with 128 KiB
 * on 20.2.4); what is longer could never be attached or move.
 */
export const iamDocumentLimit = 6_144

export const lengthOf = (text: string): number => [...text.replace(/\s/g, "")].length

/** Why a document is too long; null where it is not. */
export const lengthFault = (text: string): string | null => {
  const length = lengthOf(text)
  return length > iamDocumentLimit ? `The document has ${length} characters without white space; ${iamDocumentLimit} are the most` : null
}

export const CheckIamDocument = Schema.Struct({
  text: Text(40_000), kind: DocumentKind,
  /** Of a trust policy: whose it is or will be. */
  role_name: Schema.optionalKey(IamName)
}).annotate({ identifier: "CheckIamDocument" })
export type CheckIamDocument = typeof CheckIamDocument.Type

/** A user or role of the account that a trust policy names and that is not there. */
const missing = { missing: Schema.Array(Schema.String) }

export const IamDocumentCheck = Schema.Struct({
  dialect: PolicyDialect,
  length: Schema.Int,
  limit: Schema.Int,
  /** why it would be refused */
  faults: Schema.Array(PolicyFault),
  warnings: Schema.Array(PolicyWarning),
  /** each statement as a sentence; null: it cannot be read */
  words: Schema.NullOr(Schema.Array(Schema.String)),
  /** of a trust policy: nobody could assume the role */
  locks_out: Schema.Boolean,
  /** of a trust policy: whom it lets in, in words */
  who: Schema.Array(Schema.String),
  notes: Schema.Array(Schema.String),
  ...missing
}).annotate({ identifier: "IamDocumentCheck" })
export type IamDocumentCheck = typeof IamDocumentCheck.Type

/** What is known of a document by itself; `missing` takes a look at the gateway. */
export const checkDocument = (text: string, kind: DocumentKind, dialect: PolicyDialect, account: string | null): { readonly policy: Policy | null; readonly check: IamDocumentCheck } => {
  const { faults, policy } = decodePolicy(text, dialect, kind)
  const tooLong = lengthFault(text)
  const trust = kind === "trust" && policy !== null ? trustFindings(policy, dialect, account) : null
  const warnings = policy === null ? [] : policyWarnings(policy, { dialect, at: { kind: "identity", account } })
  return {
    policy,
    check: {
      dialect, length: lengthOf(text), limit: iamDocumentLimit,
      faults: tooLong === null ? faults : [{ path: "", offset: 0, line: 1, column: 1, message: tooLong }, ...faults],
      // a trust policy has no Resource
      warnings: kind === "trust" ? warnings.filter(({ code }) => code !== "resource_missing" && code !== "wildcard_opens_tenant") : warnings,
      words: policy === null ? null : trust?.words ?? identityWords(policy, dialect),
      locks_out: trust !== null && trust.who.length === 0, who: trust?.who ?? [], notes: trust?.notes ?? [], missing: []
    }
  }
}
