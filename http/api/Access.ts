import { Context, Schema } from "effect"
import { UiRole } from "#domain/platform/access/Caller.ts"
import { Scope } from "#domain/platform/access/Scope.ts"
import { type StepUpAction, stepUpActionNames } from "#domain/identity/StepUp.ts"

const Action = Schema.NullOr(Schema.Literals(stepUpActionNames))
const Roles = Schema.NullOr(Schema.Array(UiRole))

/**
 * What an endpoint requires of its caller. Declared beside the endpoint, enforced by one middleware, shown in OpenAPI,
 * printed and attacked by test/access. An endpoint without a declaration stops the start.
 */
export const Requirement = Schema.TaggedUnion({
  /** Anyone; cookies are read when present. Mutations still need our Origin. */
  Public: {},
  /** The one-time bootstrap token in X-Service-Bootstrap-Token. */
  Bootstrap: {},
  /** The refresh cookie, or that of a direct S3 session. */
  Refresh: {},
  /** The cookie of a sign-in that waits for its second step. */
  PreAuth: {},
  /** The same, or an interactive session that proves itself as the action asks. */
  Enrolment: { action: Action },
  /** An interactive browser session; Bearer is rejected. `action`: what of the step-up table it is. */
  Session: { roles: Roles, action: Action },
  /**
   * A browser session, or an API token with exactly this scope; `s3`: a direct S3 session as well. `action`: what of the
   * step-up table is part of it, which a session proves as it asks and a token may not do.
   */
  Scoped: { scope: Scope, roles: Roles, s3: Schema.Boolean, action: Action },
  /** A link of ours, by the token in the path: no account, and nothing but what the link opens. `password`: only once that was given. */
  Share: { password: Schema.Boolean },
  /** A push of a gateway, by the signed token in the path: no account, no Origin, and nothing is told. Few of them from one network. */
  Delivery: {},
  /** X-Internal-Token. */
  Internal: {}
})
export type Requirement = typeof Requirement.Type

/** What of the step-up table an endpoint is, or holds. */
export const actionOf = (requirement: Requirement): StepUpAction | null =>
  requirement._tag === "Session" || requirement._tag === "Enrolment" || requirement._tag === "Scoped" ? requirement.action : null

/** The annotation that carries a requirement. */
export class RequiredAccess extends Context.Service<RequiredAccess, Requirement>()("stowage/http/RequiredAccess") {}

const adminRoles: ReadonlyArray<UiRole> = ["ui_superadmin", "ui_admin"]

const session = (roles: ReadonlyArray<UiRole> | null) => (action: StepUpAction | null = null) =>
  Requirement.cases.Session.make({ roles, action })

/** Shorthands for declarations: `.annotate(RequiredAccess, access.admin("admin.read"))`. */
export const access = {
  public: Requirement.cases.Public.make({}),
  bootstrap: Requirement.cases.Bootstrap.make({}),
  refresh: Requirement.cases.Refresh.make({}),
  preAuth: Requirement.cases.PreAuth.make({}),
  enrolment: (action: StepUpAction) => Requirement.cases.Enrolment.make({ action }),
  share: (wants: { readonly password: boolean }) => Requirement.cases.Share.make(wants),
  delivery: Requirement.cases.Delivery.make({}),
  internal: Requirement.cases.Internal.make({}),
  session: session(null),
  adminSession: session(adminRoles),
  superadminSession: session(["ui_superadmin"]),
  /** Objects are open to whoever holds S3 keys for them. */
  scoped: (scope: Scope) => Requirement.cases.Scoped.make({ scope, roles: null, s3: scope.startsWith("browser."), action: null }),
  /** What is one's own and needs a workspace to be of use: not for those who have none. */
  own: (scope: "profile.read" | "profile.write") =>
    Requirement.cases.Scoped.make({ scope, roles: [...adminRoles, "ui_user"], s3: false, action: null }),
  /** What belongs to a person: not for those who have S3 keys alone. */
  personal: (scope: Scope) => Requirement.cases.Scoped.make({ scope, roles: null, s3: false, action: null }),
  scopedOrS3: (scope: Scope) => Requirement.cases.Scoped.make({ scope, roles: null, s3: true, action: null }),
  admin: (scope: "admin.read" | "admin.write", action: StepUpAction | null = null) =>
    Requirement.cases.Scoped.make({ scope, roles: adminRoles, s3: false, action })
}
