import { Schema } from "effect"
import { CallerUser } from "../platform/access/Caller.ts"
import { ProviderType } from "./federation/Federation.ts"
import { OpenInvitation } from "./Invitation.ts"

const Time = Schema.DateTimeUtcFromString
const OptionalTime = Schema.NullOr(Time)

export const PasskeyView = Schema.Struct({
  id: Schema.Int,
  name: Schema.String,
  device_type: Schema.Literals(["singleDevice", "multiDevice"]),
  backed_up: Schema.Boolean,
  created_at: Time,
  last_used_at: OptionalTime
}).annotate({ identifier: "PasskeyView" })
export type PasskeyView = typeof PasskeyView.Type

export const ExternalIdentity = Schema.Struct({
  id: Schema.Int,
  provider_type: ProviderType,
  provider_id: Schema.String,
  provider_label: Schema.NullOr(Schema.String),
  email: Schema.NullOr(Schema.String),
  created_at: Time,
  last_used_at: OptionalTime,
  revoked_at: OptionalTime
}).annotate({ identifier: "ExternalIdentity" })
export type ExternalIdentity = typeof ExternalIdentity.Type

export const sessionKinds = ["ui", "s3"] as const
export type SessionKind = (typeof sessionKinds)[number]

export const SessionInfo = Schema.Struct({
  id: Schema.String,
  kind: Schema.Literals(sessionKinds),
  user: Schema.NullOr(CallerUser),
  access_key: Schema.NullOr(Schema.String),
  client_address: Schema.String,
  user_agent: Schema.String,
  device: Schema.String,
  authenticated_at: Time,
  mfa_verified_at: OptionalTime,
  /** Last renewal; accurate to five minutes. */
  last_active_at: Time,
  expires_at: Time,
  current: Schema.Boolean
}).annotate({ identifier: "SessionInfo" })
export type SessionInfo = typeof SessionInfo.Type

export const RecoveryCodeState = Schema.Struct({ issued: Schema.Int, left: Schema.Int }).annotate({
  identifier: "RecoveryCodeState"
})

const proofs = {
  has_password: Schema.Boolean,
  password_changed_at: OptionalTime,
  passkey_required: Schema.Boolean,
  passkeys: Schema.Array(PasskeyView),
  recovery_codes: RecoveryCodeState,
  identities: Schema.Array(ExternalIdentity)
}

export const OwnSecurity = Schema.Struct(proofs).annotate({ identifier: "OwnSecurity" })
export type OwnSecurity = typeof OwnSecurity.Type

export const UserSecurity = Schema.Struct({
  user: CallerUser,
  is_active: Schema.Boolean,
  last_login_at: OptionalTime,
  ...proofs,
  invitation: Schema.NullOr(OpenInvitation),
  sessions: Schema.NullOr(Schema.Array(SessionInfo)),
  active_token_count: Schema.Int
}).annotate({ identifier: "UserSecurity" })
export type UserSecurity = typeof UserSecurity.Type
