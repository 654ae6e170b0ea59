import { Schema } from "effect"
import { isAdminLike, UiRole } from "../../platform/access/Caller.ts"
import { type FederatedIdentity, type LinkingPolicy, ProviderId, ProviderType } from "./Federation.ts"
import { Line, Name } from "../../platform/Text.ts"

/** The user whose e-mail address an unknown identity brings along. */
export interface LinkCandidate {
  readonly role: UiRole
  readonly isActive: boolean
  readonly hasPassword: boolean
  /** Any identity of any provider, revoked ones included. */
  readonly hasIdentity: boolean
}

/** What becomes of an identity that nobody is mapped to. `reason` is for those who decide. */
export type LinkDecision =
  | { readonly _tag: "Create" }
  | { readonly _tag: "Link" }
  | { readonly _tag: "Ask"; readonly reason: string }

const ask = (reason: string): LinkDecision => ({ _tag: "Ask", reason })

const domainOf = (email: string) => email.slice(email.lastIndexOf("@") + 1).toLowerCase()

/**
 * Nobody with that address: a new account without rights. Somebody: linked by themselves only under `trusted_email`, with a
 * verified address of an exactly listed domain, to an active standard account that has a password and no identity, and never had one.
 */
export const linkDecision = (
  provider: { readonly linking_policy: LinkingPolicy; readonly trusted_domains: ReadonlyArray<string> },
  identity: Pick<FederatedIdentity, "emailVerified"> & { readonly email: string },
  candidate: LinkCandidate | null
): LinkDecision => {
  if (candidate === null) return { _tag: "Create" }
  if (provider.linking_policy === "manual") return ask("The provider's identities are linked by hand")
  if (!identity.emailVerified) return ask("The provider did not verify the e-mail address")
  if (!provider.trusted_domains.some((domain) => domain.toLowerCase() === domainOf(identity.email))) {
    return ask("The e-mail address is outside the provider's trusted domains")
  }
  if (isAdminLike(candidate.role)) return ask("The account is privileged")
  if (!candidate.isActive) return ask("The account is not active")
  if (candidate.hasIdentity) return ask("The account has or had an external identity")
  if (!candidate.hasPassword) return ask("The account has no password of its own")
  return { _tag: "Link" }
}

export const LinkRequestStatus = Schema.Literals(["pending", "approved", "rejected", "expired"]).annotate({ identifier: "LinkRequestStatus" })
export type LinkRequestStatus = typeof LinkRequestStatus.Type

/** An identity that waits for somebody to say whose it is. */
export const LinkRequest = Schema.Struct({
  id: Schema.Int,
  provider_type: ProviderType,
  provider_id: Schema.String,
  provider_label: Schema.NullOr(Schema.String),
  email: Schema.String,
  display_name: Schema.NullOr(Schema.String),
  reason: Schema.String,
  /** The account with the same e-mail address, which approval links. */
  target: Schema.Struct({ id: Schema.Int, email: Schema.String, full_name: Schema.String, role: UiRole, is_active: Schema.Boolean }),
  status: LinkRequestStatus,
  requested_at: Schema.DateTimeUtcFromString,
  expires_at: Schema.DateTimeUtcFromString,
  decided_at: Schema.NullOr(Schema.DateTimeUtcFromString),
  decided_by: Schema.NullOr(Schema.String)
}).annotate({ identifier: "LinkRequest" })
export type LinkRequest = typeof LinkRequest.Type

/** Where a page of requests ended: they are listed from the newest on. As the text of a cursor. */
export const LinkRequestPosition = Schema.Tuple([Schema.FiniteFromString.check(Schema.isInt32())])
export type LinkRequestPosition = typeof LinkRequestPosition.Type

/** Links an identity to a user by hand. The subject is what the provider calls the person, for ever. */
export const AddIdentity = Schema.Struct({
  provider_type: ProviderType,
  provider_id: ProviderId,
  subject: Schema.RedactedFromValue(Name(500)),
  email: Schema.optionalKey(Schema.NullOr(Line(320)))
}).annotate({ identifier: "AddIdentity" })
export type AddIdentity = typeof AddIdentity.Type
