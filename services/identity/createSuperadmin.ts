import type { FirstAdministrator } from "#domain/identity/signin/Authentication.ts"
import { Forbidden } from "#domain/platform/errors/Errors.ts"
import type { Audited } from "#services/platform/audit/Audited.ts"
import { type AuditBy, byOneself, uiUser } from "#services/platform/audit/auditBy.ts"
import type { Associations } from "#services/identity/Associations.ts"
import { DateTime, Effect } from "effect"
import type { Users } from "#services/identity/users/Users.ts"

export const setupClosed = new Forbidden({
  code: "setup_closed",
  detail: "The first administrator exists: setup is closed"
})

/** In the caller's transaction, which has closed setup. `by`: actor, if not the new user. */
export const createSuperadmin = (ports: {
  readonly users: Users["Service"]
  readonly associations: Associations["Service"]
  readonly audited: Audited["Service"]
}) =>
  Effect.fnUntraced(function* (input: FirstAdministrator, passwordHash: string, by?: AuditBy) {
    const created = yield* ports.users.create(
      { email: input.email, fullName: input.full_name, role: "ui_superadmin", passwordHash },
      yield* DateTime.now
    )
    if (created === null) return yield* setupClosed
    yield* ports.associations.grantAll(created.user.id).pipe(
      ports.audited.rows("setup.complete", uiUser(created.user), {
        by: by ?? byOneself(created.user),
        message: "The first administrator was created"
      })
    )
    return created
  })
