import type { FederatedIdentity } from "#domain/federation/Federation.ts"
import { IdentityRefused } from "#services/federation/providerFailures.ts"
import { Effect } from "effect"

type Claims = Readonly<Record<string, unknown>>

/** Longer than any address that can be delivered to (RFC 5321, 4.5.3.1). */
const longestEmail = 320
const longestName = 200

const textOf = (value: unknown): string | null => typeof value === "string" && value.trim() !== "" ? value.trim() : null

/**
 * Whom verified claims describe. The address and its `email_verified` come from the same place, UserInfo when that has
 * an address: a proof for one address must not serve another. `email_verified` is a boolean (OpenID Connect Core 1.0, 5.1);
 * the text "true" is not taken for it.
 */
export const identityOf = Effect.fnUntraced(function*(idToken: Claims & { readonly sub: string }, userInfo: Claims | undefined) {
  const source = userInfo?.["email"] === undefined ? idToken : userInfo
  const email = textOf(source["email"])
  if (email === null || email.length > longestEmail) {
    return yield* new IdentityRefused({ reason: "The provider names no e-mail address: the scope email may be missing, or use_userinfo is needed" })
  }
  if (source["email_verified"] !== true) {
    return yield* new IdentityRefused({ reason: "The provider does not say that the e-mail address is verified (email_verified)" })
  }
  const name = textOf(userInfo?.["name"]) ?? textOf(idToken["name"])
  return { subject: idToken.sub, email, emailVerified: true, name: name?.slice(0, longestName) ?? null } satisfies FederatedIdentity
})
