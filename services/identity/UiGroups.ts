import type { Caller } from "#domain/platform/access/Caller.ts"
import { unknownLinks } from "#domain/identity/unknownLinks.ts"
import { confirmedName } from "#domain/platform/ConfirmedName.ts"
import type { Removed } from "#domain/platform/Removed.ts"
import { Conflict, type Forbidden, type InvalidInput, NotFound } from "#domain/platform/errors/Errors.ts"
import type {
  CreateUiGroup,
  UiGroup,
  UiGroupRow,
  UiGroupSortKey,
  UiGroupSummary,
  UpdateUiGroup
} from "#domain/identity/UiGroup.ts"
import type { OffsetQuery, Page } from "#domain/platform/Paging.ts"
import { CurrentStepUp } from "#domain/identity/CurrentStepUp.ts"
import { Audited } from "#services/platform/audit/Audited.ts"
import { byCaller } from "#services/platform/audit/auditBy.ts"
import { RowVersions } from "#services/platform/audit/RowVersions.ts"
import { Transaction } from "#services/platform/audit/Transaction.ts"
import { refuseManaging } from "#services/identity/users/managedUser.ts"
import { Context, DateTime, Effect, Layer } from "effect"
import { type GroupChanges, groupChanges, groupChangeEntry } from "./groupChanges.ts"
import { GroupRecords } from "./GroupRecords.ts"

const groupNotFound = (id: number) => new NotFound({ entity: "Group", id: String(id) })
const nameTaken = (name: string) => new Conflict({ code: "already_exists", detail: `There is a group called ${name}` })
const entity = ({ id, name }: Pick<UiGroup, "id" | "name">) => ({ type: "ui_group", id: String(id), label: name })

export class UiGroups extends Context.Service<
  UiGroups,
  {
    readonly page: (query: OffsetQuery<UiGroupSortKey>) => Effect.Effect<Page<UiGroupRow>>
    readonly minimal: Effect.Effect<ReadonlyArray<UiGroupSummary>>
    readonly get: (id: number) => Effect.Effect<UiGroup, NotFound>
    readonly create: (
      caller: Caller,
      input: CreateUiGroup
    ) => Effect.Effect<UiGroup, InvalidInput | Forbidden | Conflict>
    readonly update: (
      caller: Caller,
      id: number,
      input: UpdateUiGroup
    ) => Effect.Effect<UiGroup, InvalidInput | NotFound | Forbidden | Conflict>
    readonly remove: (caller: Caller, id: number) => Effect.Effect<Removed, NotFound | Forbidden | Conflict>
  }
>()("stowage/services/identity/UiGroups") {
  static readonly layer = Layer.effect(
    UiGroups,
    Effect.gen(function* () {
      const records = yield* GroupRecords
      const audited = yield* Audited
      const transaction = yield* Transaction
      const versions = yield* RowVersions

      const get = Effect.fn("UiGroups.get")(function* (id: number) {
        return (yield* records.find(id)) ?? (yield* groupNotFound(id))
      })

      /** Prevents privilege escalation through a group: only superadmins change privileged users. */
      const mayChange = Effect.fnUntraced(function* (caller: Caller, affectedUserIds: ReadonlyArray<number>) {
        const refusal = (yield* records.roles(affectedUserIds))
          .map((role) => refuseManaging(caller, role))
          .find((one) => one !== null)
        if (refusal !== undefined && refusal !== null) return yield* refusal
      })

      const write = Effect.fnUntraced(function* (caller: Caller, before: UiGroup, changes: GroupChanges) {
        if (changes.rights) yield* yield* CurrentStepUp
        yield* mayChange(caller, changes.concerned)
        if (!(yield* records.update(before.id, changes.fields, yield* DateTime.now)))
          return yield* nameTaken(changes.fields.name ?? before.name)
        const unknown = yield* records.setLinks(before.id, changes.links)
        if (unknown.length > 0) return yield* unknownLinks(unknown)
        return yield* Effect.orDie(get(before.id))
      })

      const create = Effect.fn("UiGroups.create")((caller: Caller, input: CreateUiGroup) =>
        Effect.gen(function* () {
          yield* versions.lockAssociations
          const id = yield* records.add(input.name, yield* DateTime.now)
          if (id === null) return yield* nameTaken(input.name)
          const before = yield* Effect.orDie(get(id))
          return yield* write(caller, before, groupChanges(before, input))
        }).pipe(
          audited.rows("ui_group.create", (made: UiGroup) => entity(made), {
            by: byCaller(caller, "admin"),
            message: "A group was created",
            metadata: ({ account_links, s3_user_links, user_details }) => ({
              members: user_details.map(({ user_id }) => user_id),
              account_links: account_links.map(({ account_id }) => account_id),
              s3_user_links: s3_user_links.map(({ s3_user_id }) => s3_user_id)
            })
          })
        )
      )

      const update = Effect.fn("UiGroups.update")((caller: Caller, id: number, input: UpdateUiGroup) =>
        transaction.run(
          Effect.gen(function* () {
            yield* versions.lock("ui_group", id, input.version)
            const before = yield* get(id)
            const changes = groupChanges(before, input)
            if (Object.keys({ ...changes.fields, ...changes.links }).length === 0) return before
            return yield* write(caller, before, changes).pipe(
              audited.rows("ui_group.update", entity(before), {
                by: byCaller(caller, "admin"),
                message: "A group was changed",
                metadata: groupChangeEntry(before, changes)
              })
            )
          })
        )
      )

      const remove = Effect.fn("UiGroups.remove")((caller: Caller, id: number) =>
        transaction.run(
          Effect.gen(function* () {
            yield* versions.lock("ui_group", id, undefined)
            const group = yield* get(id)
            yield* confirmedName("group", group.name)
            const { concerned: affectedUserIds, rights } = groupChanges(group, {
              user_details: [],
              account_links: [],
              s3_user_links: [],
              s3_connection_details: [],
              privileges: { cluster_admin: false, storage_ops: false },
              manager_tools: {
                bucket_compare: false,
                bucket_migration: false,
                feature_rules: false,
                usage_stats: false,
                private_access: false
              }
            })
            if (rights) yield* yield* CurrentStepUp
            yield* mayChange(caller, affectedUserIds)
            yield* records.remove(id).pipe(
              audited.rows("ui_group.delete", entity(group), {
                by: byCaller(caller, "admin"),
                message: "A group was deleted",
                metadata: { members: group.user_details.map(({ user_id }) => user_id) }
              })
            )
            const removed: Removed = { id, name: group.name }
            return removed
          })
        )
      )

      return UiGroups.of({ page: records.page, minimal: records.minimal, get, create, update, remove })
    })
  )
}
