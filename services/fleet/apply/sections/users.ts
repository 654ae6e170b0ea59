import { Effect } from "effect"
import { managerToolsOf, privilegesOf } from "#domain/platform/access/UserRights.ts"
import { UiUsers } from "#services/identity/users/UiUsers.ts"
import { Transaction } from "#services/platform/audit/Transaction.ts"
import { DeclaredPeople } from "../DeclaredPeople.ts"
import { idOfRow, pickFields, rowId, type SectionWork, versionOf } from "../sectionWork.ts"

export const users = Effect.gen(function* () {
  const service = yield* UiUsers
  const people = yield* DeclaredPeople
  const transaction = yield* Transaction

  const work: SectionWork<"users"> = {
    read: () =>
      Effect.map(people.users, (rows) =>
        rows.map(({ has_password, id, manager_tools, privileges, version, ...row }) => ({
          id,
          version,
          secrets: has_password ? ["password"] : [],
          entry: {
            email: row.email,
            full_name: row.full_name,
            role: row.role,
            is_active: row.is_active,
            privileges: privilegesOf(privileges),
            manager_tools: managerToolsOf(manager_tools)
          }
        }))
      ),
    createOrUpdate: (change, { is_active, password, ...entry }, { caller, secretOf }) => {
      if (change.action !== "create") {
        return idOfRow(
          service.update(caller, rowId(change), {
            ...pickFields(entry, change.changed),
            ...(change.changed.has("is_active") && is_active !== undefined ? { is_active } : {}),
            ...versionOf(change)
          })
        )
      }
      const secret = secretOf(password)
      return transaction.run(
        Effect.gen(function* () {
          const created = yield* service.create(caller, {
            ...entry,
            ...(secret === undefined ? {} : { password: secret })
          })
          if (is_active === false) yield* service.update(caller, created.id, { is_active })
          return created.id
        })
      )
    }
  }
  return work
})
