import { Context, DateTime, Effect, Layer } from "effect"
import { type Caller, callerUser } from "#domain/platform/access/Caller.ts"
import type { PortalAccount } from "#domain/accounts/scope/RequestScope.ts"
import { confirmedName } from "#domain/platform/ConfirmedName.ts"
import { Conflict, Forbidden, type GatewayFailure, InvalidInput, NotFound } from "#domain/platform/errors/Errors.ts"
import type {
  CreateStorageSpace,
  SpaceMember,
  SpaceMembers,
  SpacePerson,
  SpaceRight,
  StorageSpace,
  UpdateStorageSpace
} from "#domain/iam/portal/StorageSpace.ts"
import { provesAbsence } from "#domain/platform/ListingState.ts"
import type { Removed } from "#domain/platform/Removed.ts"
import { ExecutionContexts } from "#services/accounts/contexts/ExecutionContexts.ts"
import { BucketGateway } from "#services/buckets/BucketGateway.ts"
import { BucketListings } from "#services/buckets/BucketListings.ts"
import { Audited } from "#services/platform/audit/Audited.ts"
import { byCaller } from "#services/platform/audit/auditBy.ts"
import { Transaction } from "#services/platform/audit/Transaction.ts"
import { PortalAccess } from "./PortalAccess.ts"
import {
  type CreationProgress,
  newCreation,
  type ResumeCounts,
  spaceCreations,
  spaceEntity as entityOf,
  spaceNameConflict
} from "./spaceCreations.ts"
import { portalIdentities, spaceAccessOf } from "./portalIdentities.ts"
import { PortalMemberRecords, PortalSpaceRecords, type SpaceRow } from "./PortalSpaceRecords.ts"

const missing = (id: number) => new NotFound({ entity: "Storage space", id: String(id) })
const forbidden = (detail: string) => new Forbidden({ code: "forbidden", detail })
type Refused = Forbidden | NotFound | Conflict | InvalidInput | GatewayFailure

export const isSpaceVisible = (
  { role }: PortalAccount,
  { member_right, private: isPrivate }: Pick<SpaceRow, "member_right" | "private">
) => member_right !== null || (role === "portal_manager" && !isPrivate)

export class PortalSpaces extends Context.Service<
  PortalSpaces,
  {
    readonly list: (
      caller: Caller,
      account: PortalAccount
    ) => Effect.Effect<ReadonlyArray<StorageSpace>, GatewayFailure>
    readonly get: (
      caller: Caller,
      account: PortalAccount,
      id: number
    ) => Effect.Effect<StorageSpace, NotFound | GatewayFailure>
    readonly create: (
      caller: Caller,
      account: PortalAccount,
      input: CreateStorageSpace
    ) => Effect.Effect<StorageSpace, Refused>
    readonly update: (
      caller: Caller,
      account: PortalAccount,
      id: number,
      input: UpdateStorageSpace
    ) => Effect.Effect<StorageSpace, Refused>
    /** Ends the access of all members; bucket and objects stay. */
    readonly remove: (
      caller: Caller,
      account: PortalAccount,
      id: number
    ) => Effect.Effect<Removed, Forbidden | NotFound | Conflict>
    readonly members: (
      caller: Caller,
      account: PortalAccount,
      id: number
    ) => Effect.Effect<SpaceMembers, Forbidden | NotFound>
    readonly people: (
      caller: Caller,
      account: PortalAccount,
      id: number
    ) => Effect.Effect<ReadonlyArray<SpacePerson>, Forbidden | NotFound>
    readonly setMember: (
      caller: Caller,
      account: PortalAccount,
      id: number,
      userId: number,
      right: SpaceRight
    ) => Effect.Effect<SpaceMember, Forbidden | NotFound | Conflict | InvalidInput>
    readonly removeMember: (
      caller: Caller,
      account: PortalAccount,
      id: number,
      userId: number
    ) => Effect.Effect<Removed, Forbidden | NotFound>
    /** Creates a space for an approved request, with `ownerId` as first member. Resumes an interrupted creation. */
    readonly createFor: (
      caller: Caller,
      account: PortalAccount,
      ownerId: number,
      input: CreateStorageSpace,
      progress: CreationProgress
    ) => Effect.Effect<number, Refused>
    readonly resumeCreations: (caller: Caller, before: DateTime.Utc) => Effect.Effect<ResumeCounts>
    /** Null removes the right. Does not check the caller; for approved and expired requests. */
    readonly grant: (
      caller: Caller,
      accountId: number,
      space: Pick<SpaceRow, "id" | "name">,
      userId: number,
      right: SpaceRight | null
    ) => Effect.Effect<void>
  }
>()("stowage/services/iam/portal/PortalSpaces") {
  static readonly layer = Layer.effect(
    PortalSpaces,
    Effect.gen(function* () {
      const records = yield* PortalSpaceRecords
      const memberships = yield* PortalMemberRecords
      const portal = yield* PortalAccess
      const contexts = yield* ExecutionContexts
      const listings = yield* BucketListings
      const gateway = yield* BucketGateway
      const audited = yield* Audited
      const transaction = yield* Transaction
      const identities = yield* portalIdentities
      const creations = yield* spaceCreations

      const contextOf = ({ listing_key }: PortalAccount) => Effect.orDie(contexts.forListing(listing_key))
      const userIdOf = (caller: Caller) => callerUser(caller)?.id ?? 0

      const findSpace = Effect.fnUntraced(function* (caller: Caller, account: PortalAccount, id: number) {
        const space = yield* records.find(account.account_id, userIdOf(caller), id)
        return space === null || !isSpaceVisible(account, space) ? yield* missing(id) : space
      })

      const manageable = Effect.fnUntraced(function* (caller: Caller, account: PortalAccount, id: number) {
        const space = yield* findSpace(caller, account, id)
        if (account.role !== "portal_manager" && space.member_right !== "manage")
          return yield* forbidden("Only Portal managers, and members with the right manage, change a storage space")
        return space
      })

      const describe = Effect.fnUntraced(function* (
        account: PortalAccount,
        space: SpaceRow,
        access: StorageSpace["access"],
        present: boolean | null
      ) {
        const row = yield* listings.bucket(account.listing_key, space.bucket)
        const isWholeBucket = space.prefix === "" && row !== null
        const described: StorageSpace = {
          id: space.id,
          name: space.name,
          bucket_name: space.bucket,
          prefix: space.prefix,
          private: space.private,
          right: space.member_right,
          member_count: space.member_count,
          access: space.member_right === null ? null : access,
          bucket_state:
            present === true ? "present" : space.creating ? "creating" : present === null ? "unknown" : "missing",
          used_bytes: isWholeBucket ? row.used_bytes : null,
          object_count: isWholeBucket ? row.object_count : null,
          created_at: space.created_at
        }
        return described
      })

      const ownAccess = (caller: Caller, { account_id }: PortalAccount) =>
        Effect.map(identities.ofPerson(account_id, userIdOf(caller)), spaceAccessOf)

      const list = Effect.fn("PortalSpaces.list")(function* (caller: Caller, account: PortalAccount) {
        const spaces = (yield* records.all(account.account_id, userIdOf(caller))).filter((one) =>
          isSpaceVisible(account, one)
        )
        if (spaces.length === 0) return []
        const { listing } = yield* listings.page(account.listing_key, { page: 1, page_size: 1 })
        const access = yield* ownAccess(caller, account)
        return yield* Effect.forEach(
          spaces,
          Effect.fnUntraced(function* (space) {
            const row = yield* listings.bucket(account.listing_key, space.bucket)
            const present = row !== null ? true : provesAbsence(listing, space.created_at) ? false : null
            return yield* describe(account, space, access, present)
          }),
          { concurrency: 4 }
        )
      })

      const get = Effect.fn("PortalSpaces.get")(function* (caller: Caller, account: PortalAccount, id: number) {
        const space = yield* findSpace(caller, account, id)
        const { s3 } = yield* contextOf(account)
        const present = yield* gateway.exists(s3, space.bucket)
        if (!present) yield* listings.removed(account.listing_key, space.bucket)
        return yield* describe(account, space, yield* ownAccess(caller, account), present)
      })

      const grant = Effect.fn("PortalSpaces.grant")(function* (
        caller: Caller,
        accountId: number,
        space: Pick<SpaceRow, "id" | "name">,
        userId: number,
        right: SpaceRight | null
      ) {
        const access = yield* transaction.run(
          Effect.gen(function* () {
            yield* records.lock(accountId)
            const change =
              right === null
                ? Effect.asVoid(memberships.remove(space.id, userId))
                : Effect.flatMap(DateTime.now, (now) => memberships.set(space.id, userId, right, now))
            yield* change.pipe(
              audited.rows(
                right === null ? "storage_space.member_remove" : "storage_space.member_set",
                entityOf(space),
                {
                  by: byCaller(caller, "portal"),
                  message:
                    right === null
                      ? `A member of ${space.name} was removed`
                      : `A member of ${space.name} got the right ${right}`,
                  metadata: { user_id: userId, right }
                }
              )
            )
            return yield* identities.require(accountId, userId)
          })
        )
        yield* identities.apply(caller, [access])
      })

      const create = Effect.fn("PortalSpaces.create")(function* (
        caller: Caller,
        account: PortalAccount,
        input: CreateStorageSpace
      ) {
        const { permissions } = yield* portal.state(account)
        const isManager = permissions.includes("spaces.create")
        if (input.private === true && !permissions.includes("private_spaces.create"))
          return yield* forbidden("Private storage spaces are switched off in this account")
        if (input.private !== true && !isManager)
          return yield* forbidden("Only Portal managers create storage spaces: request one")
        if (!isManager && (input.existing_bucket === true || (input.prefix ?? "") !== ""))
          return yield* forbidden("A private storage space is a new bucket")
        const id = yield* creations.createFor(caller, account, userIdOf(caller), input, newCreation)
        return yield* get(caller, account, id)
      })

      const update = Effect.fn("PortalSpaces.update")(function* (
        caller: Caller,
        account: PortalAccount,
        id: number,
        { name }: UpdateStorageSpace
      ) {
        const space = yield* manageable(caller, account, id)
        yield* Effect.filterOrFail(
          records.rename(id, name),
          (renamed) => renamed,
          () => spaceNameConflict
        ).pipe(
          audited.rows("storage_space.update", entityOf({ id, name }), {
            by: byCaller(caller, "portal"),
            message: `Storage space ${space.name} was renamed to ${name}`,
            metadata: { before: space.name, after: name }
          }),
          transaction.run
        )
        return yield* get(caller, account, id)
      })

      const remove = Effect.fn("PortalSpaces.remove")(function* (caller: Caller, account: PortalAccount, id: number) {
        const space = yield* manageable(caller, account, id)
        yield* confirmedName("Storage space", space.name)
        const affected = yield* transaction.run(
          Effect.gen(function* () {
            yield* records.lock(account.account_id)
            const members = yield* memberships.all(id)
            yield* records.remove(id).pipe(
              audited.rows("storage_space.delete", entityOf(space), {
                by: byCaller(caller, "portal"),
                message: `Storage space ${space.name} was deleted; bucket ${space.bucket} stays`,
                metadata: { bucket: space.bucket, prefix: space.prefix, members: members.length }
              })
            )
            return yield* Effect.forEach(members, ({ user_id }) => identities.require(account.account_id, user_id))
          })
        )
        yield* identities.apply(caller, affected)
        return { id, name: space.name } satisfies Removed
      })

      const members = Effect.fn("PortalSpaces.members")(function* (caller: Caller, account: PortalAccount, id: number) {
        yield* manageable(caller, account, id)
        const items = yield* memberships.all(id)
        return { items, former: yield* identities.former(account.account_id, id, items) } satisfies SpaceMembers
      })

      const people = Effect.fn("PortalSpaces.people")(function* (caller: Caller, account: PortalAccount, id: number) {
        yield* manageable(caller, account, id)
        return yield* memberships.candidates(account.account_id, id)
      })

      const setMember = Effect.fn("PortalSpaces.setMember")(function* (
        caller: Caller,
        account: PortalAccount,
        id: number,
        userId: number,
        right: SpaceRight
      ) {
        const space = yield* manageable(caller, account, id)
        if (space.private)
          return yield* new Conflict({ code: "state_conflict", detail: "A private storage space has one member" })
        if ((yield* memberships.person(account.account_id, userId)) === null)
          return yield* InvalidInput.at("params.user_id", "This user has no Portal role in the account")
        yield* grant(caller, account.account_id, space, userId, right)
        const member = (yield* memberships.all(id)).find(({ user_id }) => user_id === userId)
        return member ?? (yield* missing(id))
      })

      const removeMember = Effect.fn("PortalSpaces.removeMember")(function* (
        caller: Caller,
        account: PortalAccount,
        id: number,
        userId: number
      ) {
        const space = yield* manageable(caller, account, id)
        const member = (yield* memberships.all(id)).find(({ user_id }) => user_id === userId)
        if (member === undefined) return yield* new NotFound({ entity: "Member", id: String(userId) })
        yield* grant(caller, account.account_id, space, userId, null)
        return { id: userId, name: member.email } satisfies Removed
      })

      return PortalSpaces.of({
        list,
        get,
        create,
        update,
        remove,
        members,
        people,
        setMember,
        removeMember,
        createFor: creations.createFor,
        resumeCreations: creations.resumeAll,
        grant
      })
    })
  )
}
