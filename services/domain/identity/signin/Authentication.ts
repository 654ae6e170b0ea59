import { AccessMark, DisabledTools, ManagerTools } from "../../platform/access/UserRights.ts"
import { Schema } from "effect"
import { CallerUser } from "../../platform/access/Caller.ts"
import { isAtLeast, Credential, EmailAddress, Name, Text } from "../../platform/Text.ts"
import { redirectPathLength, redirectPathPattern } from "./redirectPath.ts"

/** The console's areas, as decided for one user. */
export const Workspace = Schema.Literals(["admin", "manager", "browser", "portal", "cluster-admin", "storage-ops"]).annotate({ identifier: "Workspace" })
export type Workspace = typeof Workspace.Type

/** What a sign-in asks for next; `ready`: nothing, the session is open. */
export const NextStep = Schema.Literals(["ready", "webauthn_authentication", "webauthn_enrollment"]).annotate({ identifier: "NextStep" })
export type NextStep = typeof NextStep.Type

/** Answer of every step of a sign-in. Tokens travel in cookies only; `csrf_token` belongs to the session just set. */
export const SignInStep = Schema.Struct({ next: NextStep, csrf_token: Schema.String }).annotate({ identifier: "SignInStep" })
export type SignInStep = typeof SignInStep.Type

/** Passkey state of the present session. */
export const MfaState = Schema.Struct({
  /** The policy asks users of this role for a passkey. */
  required: Schema.Boolean,
  enrolled: Schema.Boolean,
  /** Last passkey verification in this session; null: never. */
  verified_at: Schema.NullOr(Schema.DateTimeUtcFromString),
  /** Unused recovery codes. */
  recovery_codes_left: Schema.Int
}).annotate({ identifier: "MfaState" })
export type MfaState = typeof MfaState.Type

/** `GET /api/auth/session` with a live access cookie. */
export const SignedIn = Schema.Struct({
  authenticated: Schema.Literal(true),
  kind: Schema.Literal("user"),
  user: CallerUser,
  workspaces: Schema.Array(Workspace),
  /** Which tools of the Manager workspace are switched on. */
  manager_tools: ManagerTools,
  /** Tools that the settings disable for everybody: being given them changes nothing. */
  disabled_tools: DisabledTools,
  /** Send it as `X-CSRF-Token` with every mutation. */
  csrf_token: Schema.String,
  mfa: MfaState,
  /** At most 100: so many or more. */
  unread_notifications: Schema.Int,
  ...AccessMark.fields,
  /** What of the service is switched on: `endpoint_status` by FEATURE_ENDPOINT_STATUS_ENABLED. */
  features: Schema.Struct({ endpoint_status: Schema.Boolean }).annotate({ identifier: "ServiceFeatures" })
}).annotate({ identifier: "SignedIn" })

/** The same of somebody who signed in with S3 keys alone. */
export const S3SignedIn = Schema.Struct({
  authenticated: Schema.Literal(true),
  kind: Schema.Literal("s3"),
  access_key: Schema.String,
  endpoint_name: Schema.String,
  workspaces: Schema.Array(Workspace),
  csrf_token: Schema.String,
  /** Unless it is used meanwhile, and then 8 hours after signing in. */
  expires_at: Schema.DateTimeUtcFromString
}).annotate({ identifier: "S3SignedIn" })

/** `GET /api/auth/session` without one. */
export const SignedOut = Schema.Struct({
  authenticated: Schema.Literal(false),
  /** No user exists yet: the first administrator is still to be created. */
  setup_required: Schema.Boolean,
  /** A refresh cookie is alive: `POST /api/auth/refresh` would open the session again. */
  refreshable: Schema.Boolean,
  /** A sign-in is under way and waits for this. */
  pending: Schema.NullOr(Schema.Literals(["webauthn_authentication", "webauthn_enrollment"])),
  /** For the pending sign-in, else for the refresh; null when there is neither. */
  csrf_token: Schema.NullOr(Schema.String)
}).annotate({ identifier: "SignedOut" })

/** Who is asking, told apart by `authenticated` and `kind`. */
export const SessionView = Schema.Union([SignedIn, S3SignedIn, SignedOut]).annotate({ identifier: "SessionView" })
export type SessionView = typeof SessionView.Type

/** A way to sign in, as the login page offers it. */
export const SignInProvider = Schema.Struct({
  type: Schema.Literals(["password", "s3", "oidc", "ldap"]),
  /** Of the provider, or of the storage endpoint; `custom`: S3 keys on an address that is typed in. */
  id: Schema.String,
  label: Schema.String
}).annotate({ identifier: "SignInProvider" })
export type SignInProvider = typeof SignInProvider.Type

/** A password as it is set: 12 to 256 characters. */
export const NewPassword = Text(256).check(isAtLeast(12)).annotate({ identifier: "NewPassword" })

export const LoginInput = Schema.Struct({
  email: Credential(320),
  password: Schema.RedactedFromValue(Credential(1024))
}).annotate({ identifier: "LoginInput" })
export type LoginInput = typeof LoginInput.Type

/** Name and password as a directory knows them. */
export const LdapLoginInput = Schema.Struct({
  username: Credential(320),
  password: Schema.RedactedFromValue(Credential(1024))
}).annotate({ identifier: "LdapLoginInput" })

/** A page of this console; never another site's address. */
export const RedirectPath = Schema.String.check(
  Schema.isMaxCodePoints(redirectPathLength), Schema.isPattern(redirectPathPattern)
).annotate({ identifier: "RedirectPath" })

export const OidcStartInput = Schema.Struct({ redirect_path: RedirectPath }).annotate({ identifier: "OidcStartInput" })
/** How many sessions were ended. */
export const SessionsEnded = Schema.Struct({ ended: Schema.Int }).annotate({ identifier: "SessionsEnded" })

export const OidcStarted = Schema.Struct({ authorization_url: Schema.String }).annotate({ identifier: "OidcStarted" })

/** The first administrator, as `/setup` asks for them. */
export const FirstAdministrator = Schema.Struct({
  email: EmailAddress,
  full_name: Name(200),
  password: Schema.RedactedFromValue(NewPassword)
}).annotate({ identifier: "FirstAdministrator" })
export type FirstAdministrator = typeof FirstAdministrator.Type
