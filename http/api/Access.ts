import { Context, Schema } from "effect"
import { UiRole } from "#domain/Caller.ts"
import { Scope } from "#domain/Scope.ts"

/**
 * What an endpoint requires of its caller. Declared beside the endpoint, enforced by one middleware, shown in OpenAPI,
 * printed and attacked by test/http/access. An endpoint without a declaration stops the start.
 */
export const Requirement = Schema.TaggedUnion({
  /** Anyone; cookies are read when present. Mutations still need our Origin. */
  Public: {},
  /** The one-time bootstrap token in X-Service-Bootstrap-Token. */
  Bootstrap: {},
  /** The refresh cookie. */
  Refresh: {},
  /** A pre-authentication cookie or an interactive session. */
  PreAuth: {},
  /** An interactive browser session; Bearer is rejected. */
  Session: { roles: Schema.NullOr(Schema.Array(UiRole)) },
  /** A browser session, or an API token with exactly this scope. */
  Scoped: { scope: Scope, roles: Schema.NullOr(Schema.Array(UiRole)) },
  /** X-Internal-Token. */
  Internal: {}
})
export type Requirement = typeof Requirement.Type

/** The annotation that carries a requirement. */
export class RequiredAccess extends Context.Service<RequiredAccess, Requirement>()("stowage/http/RequiredAccess") {}

const adminRoles: ReadonlyArray<UiRole> = ["ui_superadmin", "ui_admin"]

/** Shorthands for declarations: `.annotate(RequiredAccess, access.admin("admin.read"))`. */
export const access = {
  public: Requirement.cases.Public.make({}),
  bootstrap: Requirement.cases.Bootstrap.make({}),
  refresh: Requirement.cases.Refresh.make({}),
  preAuth: Requirement.cases.PreAuth.make({}),
  internal: Requirement.cases.Internal.make({}),
  session: Requirement.cases.Session.make({ roles: null }),
  adminSession: Requirement.cases.Session.make({ roles: adminRoles }),
  scoped: (scope: Scope) => Requirement.cases.Scoped.make({ scope, roles: null }),
  admin: (scope: "admin.read" | "admin.write") => Requirement.cases.Scoped.make({ scope, roles: adminRoles })
}
