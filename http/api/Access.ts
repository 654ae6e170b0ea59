import { Context, Schema } from "effect"
import { UiRole } from "#domain/platform/access/Caller.ts"
import { Scope } from "#domain/platform/access/Scope.ts"
import { type StepUpAction, stepUpActionNames } from "#domain/identity/StepUp.ts"

const Action = Schema.NullOr(Schema.Literals(stepUpActionNames))
const Roles = Schema.NullOr(Schema.Array(UiRole))

/**
 * Access requirement of an endpoint: declared beside it, enforced by one middleware, shown in OpenAPI and tested by
 * test/access. Startup fails without it.
 */
export const Requirement = Schema.TaggedUnion({
  /** Anyone; cookies are read. Mutations require our Origin. */
  Public: {},
  Bootstrap: {},
  Refresh: {},
  PreAuth: {},
  Enrolment: { action: Action },
  /** A browser session; Bearer is rejected. `action`: its row of the step-up table. */
  Session: { roles: Roles, action: Action },
  /**
   * A browser session, or an API token with this scope; `s3`: also a direct S3 session. `action`: row of the step-up
   * table, which tokens may not do.
   */
  Scoped: { scope: Scope, roles: Roles, s3: Schema.Boolean, action: Action },
  /** A link, by the token in the path. `password`: only after it was given. */
  Share: { password: Schema.Boolean },
  /**
   * A push of a gateway, by the signed token in the path: no account, no Origin, no content in the response.
   * Rate-limited per network.
   */
  Delivery: {},
  Internal: {}
})
export type Requirement = typeof Requirement.Type

export const actionOf = (requirement: Requirement): StepUpAction | null =>
  requirement._tag === "Session" || requirement._tag === "Enrolment" || requirement._tag === "Scoped"
    ? requirement.action
    : null

export class RequiredAccess extends Context.Service<RequiredAccess, Requirement>()("stowage/http/RequiredAccess") {}

const adminRoles: ReadonlyArray<UiRole> = ["ui_superadmin", "ui_admin"]

const session =
  (roles: ReadonlyArray<UiRole> | null) =>
  (action: StepUpAction | null = null) =>
    Requirement.cases.Session.make({ roles, action })

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
  /** Direct S3 sessions may use objects. */
  scoped: (scope: Scope) =>
    Requirement.cases.Scoped.make({ scope, roles: null, s3: scope.startsWith("browser."), action: null }),
  own: (scope: "profile.read" | "profile.write") =>
    Requirement.cases.Scoped.make({ scope, roles: [...adminRoles, "ui_user"], s3: false, action: null }),
  personal: (scope: Scope) => Requirement.cases.Scoped.make({ scope, roles: null, s3: false, action: null }),
  scopedOrS3: (scope: Scope) => Requirement.cases.Scoped.make({ scope, roles: null, s3: true, action: null }),
  admin: (scope: "admin.read" | "admin.write", action: StepUpAction | null = null) =>
    Requirement.cases.Scoped.make({ scope, roles: adminRoles, s3: false, action })
}
