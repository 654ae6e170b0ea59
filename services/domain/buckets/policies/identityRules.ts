import type { AccessRules, UnreadableRule } from "./AccessRules.ts"
import { decodePolicy } from "./decodePolicy.ts"
import type { Policy, PolicyDialect } from "./Policy.ts"

export interface IdentityDocument {
  readonly name: string
  readonly document: string | null
}

export interface IdentityDocuments {
  readonly documents: ReadonlyArray<IdentityDocument>
  readonly unread: ReadonlyArray<UnreadableRule>
}

const noStatements: Policy = { version: null, id: null, statements: [] }

export const withIdentity = (
  rules: AccessRules,
  { documents, unread }: IdentityDocuments,
  dialect: PolicyDialect
): AccessRules => {
  const read = documents.map(({ document, name }) => ({
    name,
    policy: document === null ? null : decodePolicy(document, dialect, "identity").policy
  }))
  return {
    ...rules,
    identityPolicies: read.map(({ policy }) => policy ?? noStatements),
    unknown: [
      ...rules.unknown,
      ...unread,
      ...read.flatMap(({ name, policy }) =>
        policy === null
          ? [{ part: "identity_policy" as const, why: `the content of the caller's policy ${name} is not known` }]
          : []
      )
    ]
  }
}
