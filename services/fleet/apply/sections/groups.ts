import { Effect } from "effect"
import { managerToolsOf, privilegesOf } from "#domain/platform/access/UserRights.ts"
import { UiGroups } from "#services/identity/UiGroups.ts"
import { idOfRow, lowerCase, pickFields, rowId, type SectionWork, versionOf } from "../sectionWork.ts"
import { holdingRow, requirePlanned } from "./plannedLinks.ts"

export const groups = Effect.gen(function* () {
  const service = yield* UiGroups
  const holding = yield* holdingRow

  const work: SectionWork<"groups"> = {
    read: ({ groups }) =>
      Effect.succeed(
        groups.map(({ description, given, id, manager_tools, members, name, privileges, version }) => ({
          id,
          version,
          others: new Set(given.map((email) => `members[${lowerCase(email)}]`)),
          entry: {
            name,
            description,
            privileges: privilegesOf(privileges),
            manager_tools: managerToolsOf(manager_tools),
            members
          }
        }))
      ),
    createOrUpdate: (change, { members: _members, ...entry }, { caller }) =>
      idOfRow(
        change.action === "create"
          ? service.create(caller, entry)
          : service.update(caller, rowId(change), { ...pickFields(entry, change.changed), ...versionOf(change) })
      ),
    setLinks: (change, entry, id, { caller, idOf }) =>
      holding(
        "ui_group",
        id,
        Effect.gen(function* () {
          const { user_details } = yield* service.get(id)
          // memberships of providers stay
          const given = user_details.filter(({ by_hand }) => !by_hand)
          yield* requirePlanned(
            "groups",
            change,
            entry,
            { members: user_details.filter(({ by_hand }) => by_hand).map(({ email }) => email) },
            given.map(({ email }) => `members[${lowerCase(email)}]`)
          )
          const memberIds = new Set([
            ...(entry.members ?? []).map((email) => idOf("users", lowerCase(email))),
            ...given.map(({ user_id }) => user_id)
          ])
          yield* service.update(caller, id, { user_details: [...memberIds].map((user_id) => ({ user_id })) })
        })
      )
  }
  return work
})
