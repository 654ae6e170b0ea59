import { Context, Schema } from "effect"
import { Scope } from "./Scope.ts"

/** Exactly one role per UI user. Removed names are rejected by this schema. */
export const UiRole = Schema.Literals(["ui_superadmin", "ui_admin", "ui_user", "ui_none"]).annotate({ identifier: "UiRole" })
export type UiRole = typeof UiRole.Type

/** Admin-like roles are `ui_admin` and `ui_superadmin`. */
export const isAdminLike = (role: UiRole) => role === "ui_superadmin" || role === "ui_admin"

/** Privileged accounts are a superadmin's to manage; standard ones any administrator's. */
export const mayManage = (actor: UiRole, target: UiRole) => actor === "ui_superadmin" || (actor === "ui_admin" && !isAdminLike(target))

/** Who a session or token belongs to, as read from the database for this very request. */
export const CallerUser = Schema.Struct({
  id: Schema.Int,
  email: Schema.String,
  full_name: Schema.String,
  role: UiRole
}).annotate({ identifier: "CallerUser" })
export type CallerUser = typeof CallerUser.Type

/** How the caller of a request is known. Made only by the access middleware. */
export const Caller = Schema.TaggedUnion({
  Anonymous: {},
  Session: {
    session_id: Schema.String,
    user: CallerUser,
    /** Last WebAuthn verification in this session; null: never. */
    mfa_verified_at: Schema.NullOr(Schema.DateTimeUtc),
    authenticated_at: Schema.DateTimeUtc
  },
  /** Between password and passkey: opens nothing but WebAuthn and recovery-code completion. */
  PreAuth: { session_id: Schema.String, user: CallerUser },
  /** Somebody with S3 keys and no account here: opens the object browser on what those keys open. */
  S3Session: { session_id: Schema.String, access_key: Schema.String, endpoint_name: Schema.String },
  Token: { token_id: Schema.String, user: CallerUser, scopes: Schema.Array(Scope) },
  /** Whoever opened a link of ours: they are nobody here, and act with what its maker may do, on what it leads to. */
  Share: { share_id: Schema.String, maker_id: Schema.Int, context_id: Schema.String },
  /** A scheduler presenting X-Internal-Token. */
  Internal: {},
  /** Whoever runs the operator's program on the machine itself; never the caller of a request. */
  Operator: {}
})
export type Caller = typeof Caller.Type

/** The caller of the running request; provided by the access middleware. */
export class CurrentCaller extends Context.Service<CurrentCaller, Caller>()("stowage/domain/CurrentCaller") {}

/** The user behind a caller, or null for anonymous and internal callers. */
export const callerUser = (caller: Caller): CallerUser | null =>
  Caller.match(caller, {
    Anonymous: () => null,
    Internal: () => null,
    Operator: () => null,
    S3Session: () => null,
    Share: () => null,
    Session: ({ user }) => user,
    PreAuth: ({ user }) => user,
    Token: ({ user }) => user
  })
