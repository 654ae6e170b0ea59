import { Context, Schema } from "effect"
import { Scope } from "./Scope.ts"

export const UiRole = Schema.Literals(["ui_superadmin", "ui_admin", "ui_user", "ui_none"]).annotate({
  identifier: "UiRole"
})
export type UiRole = typeof UiRole.Type

export const isAdminLike = (role: UiRole) => role === "ui_superadmin" || role === "ui_admin"

export const mayManage = (actor: UiRole, target: UiRole) =>
  actor === "ui_superadmin" || (actor === "ui_admin" && !isAdminLike(target))

export const CallerUser = Schema.Struct({
  id: Schema.Int,
  email: Schema.String,
  full_name: Schema.String,
  role: UiRole
}).annotate({ identifier: "CallerUser" })
export type CallerUser = typeof CallerUser.Type

/** Only the access middleware creates it. */
export const Caller = Schema.TaggedUnion({
  Anonymous: {},
  Session: {
    session_id: Schema.String,
    user: CallerUser,
    mfa_verified_at: Schema.NullOr(Schema.DateTimeUtc),
    authenticated_at: Schema.DateTimeUtc
  },
  /** Password verified, passkey pending: allows only WebAuthn and recovery-code completion. */
  PreAuth: { session_id: Schema.String, user: CallerUser },
  /** Signed in with S3 keys, without an account here: object browser only. */
  S3Session: { session_id: Schema.String, access_key: Schema.String, endpoint_name: Schema.String },
  Token: { token_id: Schema.String, user: CallerUser, scopes: Schema.Array(Scope) },
  /** Visitor of a share: acts with its creator's rights on the shared target only. */
  Share: { share_id: Schema.String, maker_id: Schema.Int, context_id: Schema.String },
  Internal: {},
  /** Operator's program on this machine; never the caller of a request. */
  Operator: {}
})
export type Caller = typeof Caller.Type

export class CurrentCaller extends Context.Service<CurrentCaller, Caller>()("stowage/domain/CurrentCaller") {}

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
