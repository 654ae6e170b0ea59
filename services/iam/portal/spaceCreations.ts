import { Cause, DateTime, Effect } from "effect"
import type { PortalAccount } from "#domain/accounts/scope/RequestScope.ts"
import type { Caller } from "#domain/platform/access/Caller.ts"
import { Conflict, type GatewayFailure, InvalidInput, NotFound } from "#domain/platform/errors/Errors.ts"
import type { CreateStorageSpace } from "#domain/iam/portal/StorageSpace.ts"
import { ExecutionContexts } from "#services/accounts/contexts/ExecutionContexts.ts"
import { BucketGateway } from "#services/buckets/BucketGateway.ts"
import { Buckets } from "#services/buckets/Buckets.ts"
import { Audited } from "#services/platform/audit/Audited.ts"
import { byCaller } from "#services/platform/audit/auditBy.ts"
import { Transaction } from "#services/platform/audit/Transaction.ts"
import { portalIdentities } from "./portalIdentities.ts"
import { PortalMemberRecords, PortalSpaceRecords, type SpaceRow, type UnfinishedSpace } from "./PortalSpaceRecords.ts"

const MAX_PER_RUN = 200

const missing = (id: number) => new NotFound({ entity: "Storage space", id: String(id) })
export const spaceNameConflict = new Conflict({
  code: "already_exists",
  detail: "A storage space of this name or of this place exists"
})

export const spaceEntity = ({ id, name }: Pick<SpaceRow, "id" | "name">) => ({
  type: "storage_space",
  id: String(id),
  label: name
})

export interface CreationProgress {
  readonly space_id: number | null
  readonly store: (id: number) => Effect.Effect<void>
}
export const newCreation: CreationProgress = { space_id: null, store: () => Effect.void }

export interface ResumeCounts {
  readonly resumed: number
  readonly failed: number
}

/** True when a retry would get the same answer. */
const isRefusal = (error: Conflict | InvalidInput | GatewayFailure): boolean =>
  error._tag === "Conflict" ||
  error._tag === "InvalidInput" ||
  (error._tag === "StorageError" && error.storage_status !== null && error.storage_status < 500)

export const spaceCreations = Effect.gen(function* () {
  const records = yield* PortalSpaceRecords
  const memberships = yield* PortalMemberRecords
  const contexts = yield* ExecutionContexts
  const buckets = yield* Buckets
  const gateway = yield* BucketGateway
  const audited = yield* Audited
  const transaction = yield* Transaction
  const identities = yield* portalIdentities

  const contextOf = (listingKey: string) => Effect.orDie(contexts.forListing(listingKey))

  const finish = Effect.fnUntraced(function* (
    caller: Caller,
    accountId: number,
    id: number,
    userIds: ReadonlyArray<number>
  ) {
    const affected = yield* transaction.run(
      Effect.gen(function* () {
        yield* records.lock(accountId)
        yield* records.finishCreation(id)
        return yield* Effect.forEach(userIds, (userId) => identities.require(accountId, userId))
      })
    )
    yield* identities.apply(caller, affected)
  })

  const createFor = Effect.fn("PortalSpaces.createFor")(function* (
    caller: Caller,
    account: PortalAccount,
    ownerId: number,
    { bucket_name, existing_bucket = false, name, prefix = "", private: isPrivate = false }: CreateStorageSpace,
    progress: CreationProgress
  ) {
    const context = yield* contextOf(account.listing_key)
    if (existing_bucket && !(yield* gateway.exists(context.s3, bucket_name)))
      return yield* InvalidInput.at("payload.bucket_name", "The account has no bucket of this name")
    const space = { name, bucket: bucket_name, prefix, private: isPrivate, creating: !existing_bucket }
    // the row comes first: of two people who create the same space, one gets a conflict
    const insertion = Effect.gen(function* () {
      const now = yield* DateTime.now
      const spaceId = yield* records.add(account.account_id, space, now)
      if (spaceId === null) return yield* spaceNameConflict
      yield* memberships.set(spaceId, ownerId, "manage", now)
      yield* progress.store(spaceId)
      return spaceId
    }).pipe(
      audited.rows<number>("storage_space.create", (id) => spaceEntity({ id, name }), {
        by: byCaller(caller, "portal"),
        message: `Storage space ${name} was created`,
        metadata: { bucket: bucket_name, prefix, private: isPrivate, user_id: ownerId }
      }),
      transaction.run
    )
    const stored = progress.space_id
    if (stored !== null && (yield* records.find(account.account_id, ownerId, stored)) === null)
      return yield* missing(stored)
    const id = stored ?? (yield* insertion)
    const hasBucket = existing_bucket || (stored !== null && (yield* gateway.exists(context.s3, bucket_name)))
    if (!hasBucket)
      yield* buckets
        .create(caller, context, { name: bucket_name, objectLock: false })
        .pipe(Effect.tapError(() => records.remove(id)))
    yield* finish(caller, account.account_id, id, [ownerId])
    return id
  })

  const giveUp = Effect.fnUntraced(function* (
    caller: Caller,
    { bucket, id, name, rgw_account_id }: UnfinishedSpace,
    userIds: ReadonlyArray<number>
  ) {
    const affected = yield* transaction.run(
      Effect.gen(function* () {
        yield* records.lock(rgw_account_id)
        yield* records.remove(id).pipe(
          audited.rows("storage_space.delete", spaceEntity({ id, name }), {
            by: byCaller(caller, "portal"),
            message: `Storage space ${name} was deleted: its bucket ${bucket} could not be created`,
            metadata: { bucket, members: userIds.length }
          })
        )
        return yield* Effect.forEach(userIds, (userId) => identities.require(rgw_account_id, userId))
      })
    )
    yield* identities.apply(caller, affected)
  })

  /** A refused bucket ends the creation; an unreachable gateway is left to the next run. */
  const resume = Effect.fnUntraced(function* (caller: Caller, space: UnfinishedSpace) {
    const { bucket, id, rgw_account_id } = space
    const context = yield* contextOf(yield* memberships.listingKey(rgw_account_id))
    const userIds = (yield* memberships.all(id)).map(({ user_id }) => user_id)
    const create = buckets.create(caller, context, { name: bucket, objectLock: false })
    yield* Effect.flatMap(gateway.exists(context.s3, bucket), (exists) => (exists ? Effect.void : create)).pipe(
      Effect.andThen(finish(caller, rgw_account_id, id, userIds)),
      Effect.catchIf(isRefusal, () => giveUp(caller, space, userIds))
    )
  })

  const resumeAll = Effect.fn("PortalSpaces.resumeCreations")(function* (caller: Caller, before: DateTime.Utc) {
    const results = yield* Effect.forEach(yield* records.unfinished(before, MAX_PER_RUN), (space) =>
      Effect.as(resume(caller, space), true).pipe(
        Effect.catchCause((cause) =>
          Cause.hasInterruptsOnly(cause)
            ? Effect.interrupt
            : Effect.as(
                Effect.logError("The creation of a storage space could not be continued", cause).pipe(
                  Effect.annotateLogs({ id: space.id })
                ),
                false
              )
        )
      )
    )
    const resumed = results.filter((isDone) => isDone).length
    return { resumed, failed: results.length - resumed } satisfies ResumeCounts
  })

  return { createFor, resumeAll }
})
