import { Schema } from "effect"
import { CallerUser } from "../platform/access/Caller.ts"
import { ProviderType } from "./federation/Federation.ts"

const Time = Schema.DateTimeUtcFromString
const OptionalTime = Schema.NullOr(Time)

/** A passkey as its owner and administrators see it. */
export const PasskeyView = Schema.Struct({
  id: Schema.Int,
  name: Schema.String,
  /** Whether it lives on one device, or is synchronised by its maker. */
  device_type: Schema.Literals(["singleDevice", "multiDevice"]),
  backed_up: Schema.Boolean,
  created_at: Time,
  last_used_at: OptionalTime
}).annotate({ identifier: "PasskeyView" })
export type PasskeyView = typeof PasskeyView.Type

/** An identity of a provider that signs a user in. The subject is not shown to anybody. */
export const ExternalIdentity = Schema.Struct({
  id: Schema.Int,
  provider_type: ProviderType,
  provider_id: Schema.String,
  /** The provider's label; null: it is not configured any more. */
  provider_label: Schema.NullOr(Schema.String),
  email: Schema.NullOr(Schema.String),
  created_at: Time,
  last_used_at: OptionalTime,
  revoked_at: OptionalTime
}).annotate({ identifier: "ExternalIdentity" })
export type ExternalIdentity = typeof ExternalIdentity.Type

/** Whose a session is: a person of the console, or whoever holds the S3 keys that it was opened with. */
export const sessionKinds = ["ui", "s3"] as const
export type SessionKind = typeof sessionKinds[number]

/** An open session. */
export const SessionInfo = Schema.Struct({
  id: Schema.String,
  kind: Schema.Literals(sessionKinds),
  /** Null for a direct S3 session, which belongs to an access key. */
  user: Schema.NullOr(CallerUser),
  /** The access key of a direct S3 session, shortened; null otherwise. */
  access_key: Schema.NullOr(Schema.String),
  client_address: Schema.String,
  user_agent: Schema.String,
  /** Browser and system in words, e.g. `Firefox on Linux`. */
  device: Schema.String,
  authenticated_at: Time,
  mfa_verified_at: OptionalTime,
  /** Its last renewal: to within five minutes when it was last used. */
  last_active_at: Time,
  expires_at: Time,
  /** The session that asks. */
  current: Schema.Boolean
}).annotate({ identifier: "SessionInfo" })
export type SessionInfo = typeof SessionInfo.Type

export const RecoveryCodeState = Schema.Struct({ issued: Schema.Int, left: Schema.Int }).annotate({ identifier: "RecoveryCodeState" })

const proofs = {
  has_password: Schema.Boolean,
  password_changed_at: OptionalTime,
  /** The policy asks users of this role for a passkey. */
  passkey_required: Schema.Boolean,
  passkeys: Schema.Array(PasskeyView),
  recovery_codes: RecoveryCodeState,
  identities: Schema.Array(ExternalIdentity)
}

/** `GET /api/me/security`. */
export const OwnSecurity = Schema.Struct(proofs).annotate({ identifier: "OwnSecurity" })
export type OwnSecurity = typeof OwnSecurity.Type

/** `GET /api/admin/users/{user_id}/security`. */
export const UserSecurity = Schema.Struct({
  user: CallerUser,
  is_active: Schema.Boolean,
  last_login_at: OptionalTime,
  ...proofs,
  /** Null: sessions of privileged accounts are shown to superadmins and to their owner alone. */
  sessions: Schema.NullOr(Schema.Array(SessionInfo)),
  /** API tokens that are accepted now. */
  active_token_count: Schema.Int
}).annotate({ identifier: "UserSecurity" })
export type UserSecurity = typeof UserSecurity.Type
