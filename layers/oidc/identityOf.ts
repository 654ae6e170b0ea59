import type { FederatedIdentity } from "#domain/identity/federation/Federation.ts"
import { claimedGroups, type OidcGroupMapping } from "#domain/identity/federation/GroupMapping.ts"
import { EmailAddress, singleLine } from "#domain/platform/Text.ts"
import { IdentityRefused } from "#services/identity/federation/providerFailures.ts"
import { Effect, Schema } from "effect"

type Claims = Readonly<Record<string, unknown>>

const isEmail = Schema.is(EmailAddress)
const longestName = 200

const textOf = (value: unknown): string | null =>
  typeof value === "string" && value.trim() !== "" ? value.trim() : null

const nameOf = (value: unknown): string | null => {
  const text = textOf(value)
  return text === null ? null : textOf(singleLine(text).slice(0, longestName).toWellFormed())
}

/** Address and `email_verified` come from the same source: a proof must not serve another address. */
export const identityOf = Effect.fnUntraced(function* (
  idToken: Claims & { readonly sub: string },
  userInfo: Claims | undefined,
  mapping: OidcGroupMapping | null
) {
  const source = userInfo?.["email"] === undefined ? idToken : userInfo
  const email = textOf(source["email"])
  if (email === null || !isEmail(email)) {
    return yield* new IdentityRefused({
      reason:
        "The provider names no e-mail address that could be one: the scope email may be missing, or " +
        "use_userinfo is needed"
    })
  }
  if (source["email_verified"] !== true) {
    return yield* new IdentityRefused({
      reason: "The provider does not say that the e-mail address is verified (email_verified)"
    })
  }
  const name = nameOf(userInfo?.["name"]) ?? nameOf(idToken["name"])
  const groups = mapping === null ? {} : { groups: claimedGroups(mapping, idToken, userInfo) }
  const identity: FederatedIdentity = { subject: idToken.sub, email, emailVerified: true, name, ...groups }
  return identity
})
