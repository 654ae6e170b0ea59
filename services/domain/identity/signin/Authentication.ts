import { AccessMark, DisabledTools, ManagerTools } from "../../platform/access/UserRights.ts"
import { Schema } from "effect"
import { CallerUser } from "../../platform/access/Caller.ts"
import { workspaceIds } from "../../platform/access/workspaces.ts"
import { isAtLeast, Credential, EmailAddress, Name, Text } from "../../platform/Text.ts"
import { redirectPathLength, redirectPathPattern } from "./redirectPath.ts"

export const Workspace = Schema.Literals(workspaceIds).annotate({ identifier: "Workspace" })
export type Workspace = typeof Workspace.Type

export const NextStep = Schema.Literals(["ready", "webauthn_authentication", "webauthn_enrollment"]).annotate({
  identifier: "NextStep"
})
export type NextStep = typeof NextStep.Type

/** Answer of every step. Tokens travel in cookies; `csrf_token` belongs to the new session. */
export const SignInStep = Schema.Struct({ next: NextStep, csrf_token: Schema.String }).annotate({
  identifier: "SignInStep"
})
export type SignInStep = typeof SignInStep.Type

export const MfaState = Schema.Struct({
  required: Schema.Boolean,
  enrolled: Schema.Boolean,
  verified_at: Schema.NullOr(Schema.DateTimeUtcFromString),
  recovery_codes_left: Schema.Int
}).annotate({ identifier: "MfaState" })
export type MfaState = typeof MfaState.Type

export const SignedIn = Schema.Struct({
  authenticated: Schema.Literal(true),
  kind: Schema.Literal("user"),
  user: CallerUser,
  workspaces: Schema.Array(Workspace),
  manager_tools: ManagerTools,
  disabled_tools: DisabledTools,
  csrf_token: Schema.String,
  mfa: MfaState,
  /** At most 100, which means 100 or more. */
  unread_notifications: Schema.Int,
  ...AccessMark.fields,
  features: Schema.Struct({ endpoint_status: Schema.Boolean }).annotate({ identifier: "ServiceFeatures" })
}).annotate({ identifier: "SignedIn" })

export const S3SignedIn = Schema.Struct({
  authenticated: Schema.Literal(true),
  kind: Schema.Literal("s3"),
  access_key: Schema.String,
  endpoint_name: Schema.String,
  workspaces: Schema.Array(Workspace),
  csrf_token: Schema.String,
  /** Extended by use, up to 8 hours after sign-in. */
  expires_at: Schema.DateTimeUtcFromString
}).annotate({ identifier: "S3SignedIn" })

export const SignedOut = Schema.Struct({
  authenticated: Schema.Literal(false),
  setup_required: Schema.Boolean,
  refreshable: Schema.Boolean,
  pending: Schema.NullOr(Schema.Literals(["webauthn_authentication", "webauthn_enrollment"])),
  csrf_token: Schema.NullOr(Schema.String)
}).annotate({ identifier: "SignedOut" })

export const SessionView = Schema.Union([SignedIn, S3SignedIn, SignedOut]).annotate({ identifier: "SessionView" })
export type SessionView = typeof SessionView.Type

export const SignInProvider = Schema.Struct({
  type: Schema.Literals(["password", "s3", "oidc", "ldap"]),
  /** Provider or storage endpoint id; `custom`: S3 keys on an address that the user enters. */
  id: Schema.String,
  label: Schema.String
}).annotate({ identifier: "SignInProvider" })
export type SignInProvider = typeof SignInProvider.Type

export const NewPassword = Text(256).check(isAtLeast(12)).annotate({ identifier: "NewPassword" })

export const LoginInput = Schema.Struct({
  email: Credential(320),
  password: Schema.RedactedFromValue(Credential(1024))
}).annotate({ identifier: "LoginInput" })
export type LoginInput = typeof LoginInput.Type

export const LdapLoginInput = Schema.Struct({
  username: Credential(320),
  password: Schema.RedactedFromValue(Credential(1024))
}).annotate({ identifier: "LdapLoginInput" })

export const RedirectPath = Schema.String.check(
  Schema.isMaxCodePoints(redirectPathLength),
  Schema.isPattern(redirectPathPattern)
).annotate({ identifier: "RedirectPath" })

export const OidcStartInput = Schema.Struct({ redirect_path: RedirectPath }).annotate({ identifier: "OidcStartInput" })
export const SessionsEnded = Schema.Struct({ ended: Schema.Int }).annotate({ identifier: "SessionsEnded" })

export const OidcStarted = Schema.Struct({ authorization_url: Schema.String }).annotate({ identifier: "OidcStarted" })

export const FirstAdministrator = Schema.Struct({
  email: EmailAddress,
  full_name: Name(200),
  password: Schema.RedactedFromValue(NewPassword)
}).annotate({ identifier: "FirstAdministrator" })
export type FirstAdministrator = typeof FirstAdministrator.Type
