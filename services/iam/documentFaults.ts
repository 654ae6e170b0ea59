import type { ResolvedContext } from "#domain/accounts/contexts/CurrentContext.ts"
import type { InputIssue } from "#domain/platform/errors/Errors.ts"
import { dialectOf } from "#domain/buckets/features/dialectOf.ts"
import type { IamChange } from "#domain/iam/IamChange.ts"
import { checkDocument, type DocumentKind } from "#domain/iam/IamDocument.ts"

const documentIn = (
  change: IamChange
): { readonly path: string; readonly text: string; readonly kind: DocumentKind } | null => {
  switch (change.change) {
    case "inline.put":
      return { path: "document", text: change.document, kind: "identity" }
    case "role.trust":
      return { path: "document", text: change.document, kind: "trust" }
    case "role.create":
      return { path: "trust_policy", text: change.trust_policy, kind: "trust" }
    default:
      return null
  }
}

export const documentFaults = (
  change: IamChange,
  context: ResolvedContext,
  despiteWarnings: boolean
): ReadonlyArray<InputIssue> => {
  const policyDocument = documentIn(change)
  if (policyDocument === null) return []
  const { check } = checkDocument(policyDocument.text, policyDocument.kind, dialectOf(context.s3.url), null)
  const path = ["payload", policyDocument.path]
  const faults = check.faults.map(({ column, line, message }) => ({
    path,
    message: `Line ${line}, column ${column}: ${message}`
  }))
  if (faults.length > 0 || !check.locks_out || despiteWarnings) return faults
  return [{ path, message: "Nobody could assume the role with this. To store it nevertheless, say despite_warnings" }]
}
