import { Schema } from "effect"
import { isAdminLike, UiRole } from "../../platform/access/Caller.ts"
import { type FederatedIdentity, type LinkingPolicy, ProviderId, ProviderType } from "./Federation.ts"
import { Line, Name } from "../../platform/Text.ts"

export interface LinkCandidate {
  readonly role: UiRole
  readonly isActive: boolean
  readonly hasPassword: boolean
  readonly hasIdentity: boolean
}

export type LinkDecision =
  | { readonly _tag: "Create" }
  | { readonly _tag: "Link" }
  | { readonly _tag: "Ask"; readonly reason: string }

const decideManually = (reason: string): LinkDecision => ({ _tag: "Ask", reason })

const domainOf = (email: string) => email.slice(email.lastIndexOf("@") + 1).toLowerCase()

/** Links only under `trusted_email`: a verified, listed address; active, unprivileged, no identity so far. */
export const linkDecision = (
  provider: { readonly linking_policy: LinkingPolicy; readonly trusted_domains: ReadonlyArray<string> },
  identity: Pick<FederatedIdentity, "emailVerified"> & { readonly email: string },
  candidate: LinkCandidate | null
): LinkDecision => {
  if (candidate === null) return { _tag: "Create" }
  if (provider.linking_policy === "manual") return decideManually("The provider's identities are linked by hand")
  if (!identity.emailVerified) return decideManually("The provider did not verify the e-mail address")
  if (!provider.trusted_domains.some((domain) => domain.toLowerCase() === domainOf(identity.email))) {
    return decideManually("The e-mail address is outside the provider's trusted domains")
  }
  if (isAdminLike(candidate.role)) return decideManually("The account is privileged")
  if (!candidate.isActive) return decideManually("The account is not active")
  if (candidate.hasIdentity) return decideManually("The account has or had an external identity")
  if (!candidate.hasPassword) return decideManually("The account has no password of its own")
  return { _tag: "Link" }
}

export const LinkRequestStatus = Schema.Literals(["pending", "approved", "rejected", "expired"]).annotate({
  identifier: "LinkRequestStatus"
})
export type LinkRequestStatus = typeof LinkRequestStatus.Type

export const LinkRequest = Schema.Struct({
  id: Schema.Int,
  provider_type: ProviderType,
  provider_id: Schema.String,
  provider_label: Schema.NullOr(Schema.String),
  email: Schema.String,
  display_name: Schema.NullOr(Schema.String),
  reason: Schema.String,
  target: Schema.Struct({
    id: Schema.Int,
    email: Schema.String,
    full_name: Schema.String,
    role: UiRole,
    is_active: Schema.Boolean
  }),
  status: LinkRequestStatus,
  requested_at: Schema.DateTimeUtcFromString,
  expires_at: Schema.DateTimeUtcFromString,
  decided_at: Schema.NullOr(Schema.DateTimeUtcFromString),
  decided_by: Schema.NullOr(Schema.String)
}).annotate({ identifier: "LinkRequest" })
export type LinkRequest = typeof LinkRequest.Type

export const LinkRequestPosition = Schema.Tuple([Schema.FiniteFromString.check(Schema.isInt32())])
export type LinkRequestPosition = typeof LinkRequestPosition.Type

export const AddIdentity = Schema.Struct({
  provider_type: ProviderType,
  provider_id: ProviderId,
  subject: Schema.RedactedFromValue(Name(500)),
  email: Schema.optionalKey(Schema.NullOr(Line(320)))
}).annotate({ identifier: "AddIdentity" })
export type AddIdentity = typeof AddIdentity.Type
