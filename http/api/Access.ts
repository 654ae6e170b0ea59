import { Context, Schema } from "effect"
import { UiRole } from "#domain/platform/access/Caller.ts"
import { Scope } from "#domain/platform/access/Scope.ts"
import { type StepUpAction, stepUpActionNames } from "#domain/identity/StepUp.ts"

const Action = Schema.NullOr(Schema.Literals(stepUpActionNames))
const Roles = Schema.NullOr(Schema.Array(UiRole))

export const Requirement = Schema.TaggedUnion({
  /** Anyone; cookies are read. Mutations require our Origin. */
  Public: {},
  Bootstrap: {},
  Refresh: {},
  PreAuth: {},
  Enrolment: { action: Action },
  /** A browser session; Bearer is rejected. `action`: its row of the step-up table. */
  Session: { roles: Roles, action: Action },
  /** A session, or an API token with this scope; `s3`: also a direct S3 session. Tokens may do no `action`. */
  Scoped: { scope: Scope, roles: Roles, s3: Schema.Boolean, action: Action },
  Share: { password: Schema.Boolean },
  /** A gateway's push, by the signed token in the path. No Origin; rate-limited per network. */
  Delivery: {},
  Internal: {}
})
export type Requirement = typeof Requirement.Type

export const stepUpActionOf = (requirement: Requirement): StepUpAction | null =>
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
  scoped: (scope: Scope) =>
    Requirement.cases.Scoped.make({ scope, roles: null, s3: scope.startsWith("browser."), action: null }),
  own: (scope: "profile.read" | "profile.write") =>
    Requirement.cases.Scoped.make({ scope, roles: [...adminRoles, "ui_user"], s3: false, action: null }),
  personal: (scope: Scope) => Requirement.cases.Scoped.make({ scope, roles: null, s3: false, action: null }),
  scopedOrS3: (scope: Scope) => Requirement.cases.Scoped.make({ scope, roles: null, s3: true, action: null }),
  admin: (scope: "admin.read" | "admin.write", action: StepUpAction | null = null) =>
    Requirement.cases.Scoped.make({ scope, roles: adminRoles, s3: false, action })
}
