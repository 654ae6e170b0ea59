import { Schema } from "effect"
import { decodePolicy } from "../buckets/policies/decodePolicy.ts"
import { type Policy, PolicyDialect, PolicyFault } from "../buckets/policies/Policy.ts"
import { unfilledPlaceholders } from "../buckets/policies/placeholders.ts"
import { PolicyWarning, policyWarnings } from "../buckets/policies/policyWarnings.ts"
import { Text } from "../platform/Text.ts"
import { IamName } from "./IamEntity.ts"
import { identityWords } from "./identityWords.ts"
import { trustFindings } from "./trustFindings.ts"

export const DocumentKind = Schema.Literals(["identity", "trust"]).annotate({ identifier: "IamDocumentKind" })
export type DocumentKind = typeof DocumentKind.Type

/** Amazon's limit without white space. RGW accepts any length, but AWS refuses longer documents. */
export const iamDocumentLimit = 6_144

export const documentLength = (text: string): number => [...text.replace(/\s/g, "")].length

export const lengthFault = (text: string): string | null => {
  const length = documentLength(text)
  return length > iamDocumentLimit
    ? `The document has ${length} characters without white space; ${iamDocumentLimit} are the most`
    : null
}

export const CheckIamDocument = Schema.Struct({
  text: Text(40_000),
  kind: DocumentKind,
  role_name: Schema.optionalKey(IamName)
}).annotate({ identifier: "CheckIamDocument" })
export type CheckIamDocument = typeof CheckIamDocument.Type

const missing = { missing: Schema.Array(Schema.String) }

export const IamDocumentCheck = Schema.Struct({
  dialect: PolicyDialect,
  length: Schema.Int,
  limit: Schema.Int,
  faults: Schema.Array(PolicyFault),
  warnings: Schema.Array(PolicyWarning),
  words: Schema.NullOr(Schema.Array(Schema.String)),
  locks_out: Schema.Boolean,
  who: Schema.Array(Schema.String),
  notes: Schema.Array(Schema.String),
  ...missing
}).annotate({ identifier: "IamDocumentCheck" })
export type IamDocumentCheck = typeof IamDocumentCheck.Type

/** Checks a document by itself; callers fill `missing` from the gateway. */
export const checkDocument = (
  text: string,
  kind: DocumentKind,
  dialect: PolicyDialect,
  account: string | null
): { readonly policy: Policy | null; readonly check: IamDocumentCheck } => {
  const { faults, policy } = decodePolicy(text, dialect, kind)
  const tooLong = lengthFault(text)
  const trust = kind === "trust" && policy !== null ? trustFindings(policy, dialect, account) : null
  const warnings = policy === null ? [] : policyWarnings(policy, { dialect, at: { kind: "identity", account } })
  return {
    policy,
    check: {
      dialect,
      length: documentLength(text),
      limit: iamDocumentLimit,
      faults: [
        ...(tooLong === null ? [] : [{ path: "", offset: 0, line: 1, column: 1, message: tooLong }]),
        ...faults,
        ...(policy === null ? [] : unfilledPlaceholders(policy, "identity"))
      ],
      warnings:
        kind === "trust"
          ? warnings.filter(({ code }) => code !== "resource_missing" && code !== "wildcard_opens_tenant")
          : warnings,
      words: policy === null ? null : (trust?.words ?? identityWords(policy, dialect)),
      locks_out: trust !== null && trust.who.length === 0,
      who: trust?.who ?? [],
      notes: trust?.notes ?? [],
      missing: []
    }
  }
}
