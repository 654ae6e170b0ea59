import { Context, DateTime, Duration, Effect, Layer, Schema } from "effect"
import type { Caller } from "#domain/platform/access/Caller.ts"
import type { ResolvedContext } from "#domain/accounts/contexts/CurrentContext.ts"
import { deletionPolicy, hasLockStatement, lockedPolicy, policyRelease } from "#domain/objects/migrations/sourceLock.ts"
import { Conflict, type GatewayFailure, type InvalidInput, type NotFound } from "#domain/platform/errors/Errors.ts"
import { ExecutionContexts } from "#services/accounts/contexts/ExecutionContexts.ts"
import { documentChanges } from "#services/buckets/features/documentChanges.ts"
import { FeatureStore } from "#services/buckets/features/FeatureStore.ts"
import { CutoverPauses } from "./CutoverPauses.ts"
import { type LockSide, SourceLockRecords, type StoredSourceLock } from "./SourceLockRecords.ts"

type Failure = InvalidInput | NotFound | Conflict | GatewayFailure

const About = Schema.Struct({
  context_id: Schema.String,
  storage_endpoint_id: Schema.NullOr(Schema.Int),
  listing_key: Schema.String,
  bucket: Schema.String,
  feature: Schema.Literals(["policy", "lifecycle"]),
  lock_id: Schema.Int,
  desired: Schema.NullOr(Schema.String)
})
type About = typeof About.Type

const RELEASES_PER_RUN = 10
/** Longer than a release takes: another process releases the locks of a dead one. */
const RELEASE_LEASE = Duration.minutes(2)

const changedElsewhere = (document: string, side: LockSide = "source") =>
  new Conflict({ code: "stale_plan", detail: `The ${document} of the ${side} was changed by somebody else` })

/** `owner`: account id or uid that passes the lock of a target; null for none. */
export interface LockRequest {
  readonly side: LockSide
  readonly context: ResolvedContext
  readonly bucket: string
  readonly item: string
  readonly owner: string | null
}

const reasonOf = (error: Failure): string => ("detail" in error ? error.detail : error.message)

/** Policies do not stop lifecycle rules: a source's lock removes them. Stores the originals before the first change. */
export class SourceLocks extends Context.Service<
  SourceLocks,
  {
    /** Idempotent: completes an interrupted lock of the run. Conflict while another run locks the bucket. */
    readonly lock: (caller: Caller, runId: number, order: LockRequest) => Effect.Effect<StoredSourceLock, Failure>
    /** Allows deletes only. Conflict when the lock was removed. */
    readonly allowDeletes: (
      caller: Caller,
      context: ResolvedContext,
      lock: StoredSourceLock
    ) => Effect.Effect<void, Failure>
    readonly isLocked: (
      context: ResolvedContext,
      lock: StoredSourceLock
    ) => Effect.Effect<boolean, NotFound | GatewayFailure>
    /** Returns the problem of a failed release, which is retried. */
    readonly release: (caller: Caller, runId: number, item: string, side: LockSide) => Effect.Effect<string | null>
    readonly releaseAbandoned: Effect.Effect<number>
  }
>()("stowage/services/objects/migrations/SourceLocks") {
  static readonly layer = Layer.effect(
    SourceLocks,
    Effect.gen(function* () {
      const [records, store, contexts] = yield* Effect.all([SourceLockRecords, FeatureStore, ExecutionContexts])
      const { releaseRetry } = yield* CutoverPauses
      const { make, put } = yield* documentChanges
      const changeOf = (action: string, done: string) =>
        make<About>({
          action,
          about: About,
          feature: ({ feature }) => feature,
          desired: ({ desired }) => desired,
          rows: () => Effect.void,
          metadata: ({ feature, lock_id }) => ({ feature, lock_id }),
          messages: ({ bucket, feature }) => ({
            success: `The ${feature} of bucket ${bucket} was ${done}`,
            failure: `The ${feature} of bucket ${bucket} was not ${done}`,
            unknown: `Whether the ${feature} of bucket ${bucket} was ${done} is not known`
          })
        })
      const locking = changeOf("bucket.cutover.lock", "changed for a cutover")
      const restoring = changeOf("bucket.cutover.release", "restored after a cutover")

      const change = (
        kind: typeof locking,
        caller: Caller,
        context: ResolvedContext,
        { context_id, bucket, id, listing_key, storage_endpoint_id }: StoredSourceLock,
        feature: About["feature"],
        current: string | null,
        desired: string | null
      ) =>
        kind.makeIdempotent(
          caller,
          context,
          { context_id, storage_endpoint_id, listing_key, bucket, feature, lock_id: id, desired },
          put(context, bucket, feature, current, desired)
        )

      const openOf = (runId: number, item: string, side: LockSide) =>
        Effect.map(
          records.ofRun(runId),
          (locks) => locks.find((lock) => lock.item === item && lock.side === side) ?? null
        )

      const restore = Effect.fnUntraced(function* (caller: Caller, lock: StoredSourceLock) {
        const context = yield* contexts.forListing(lock.listing_key)
        const policy = yield* store.read(context, lock.bucket, "policy")
        const release = policyRelease(policy, {
          id: lock.statement,
          original: lock.policy_before,
          locked: lock.policy
        })
        if (release === "foreign") return yield* changedElsewhere("policy, which still has the lock,", lock.side)
        if (release === "restore") yield* change(restoring, caller, context, lock, "policy", policy, lock.policy_before)
        // do not overwrite rules set since
        if (lock.lifecycle_before !== null && (yield* store.read(context, lock.bucket, "lifecycle")) === null)
          yield* change(restoring, caller, context, lock, "lifecycle", null, lock.lifecycle_before)
      })

      const releaseLock = Effect.fnUntraced(function* (caller: Caller, lock: StoredSourceLock) {
        yield* records.releasing(lock.id, lock.problem, null)
        const result = yield* Effect.result(restore(caller, lock).pipe(Effect.catchTag("NotFound", () => Effect.void)))
        if (result._tag === "Success") {
          yield* records.released(lock.id)
          return null
        }
        const problem = reasonOf(result.failure)
        const retryAt = DateTime.addDuration(yield* DateTime.now, releaseRetry)
        yield* records.releasing(lock.id, problem, retryAt)
        yield* Effect.logWarning(`The ${lock.side} of a migration could not be unlocked`).pipe(
          Effect.annotateLogs({ run: lock.run_id, problem })
        )
        return problem
      })

      const lifecycleOf = ({ bucket, context, side }: LockRequest) =>
        side === "source" ? store.read(context, bucket, "lifecycle") : Effect.succeed(null)

      const created = Effect.fnUntraced(function* (runId: number, order: LockRequest) {
        const { bucket, context, owner, side } = order
        const [policy_before, lifecycle_before] = yield* Effect.all([
          store.read(context, bucket, "policy"),
          lifecycleOf(order)
        ])
        const hex = crypto.randomUUID().replaceAll("-", "")
        const statement = side === "target" ? `target${hex}` : hex
        const policy = lockedPolicy(bucket, policy_before, statement, owner)
        if (policy === null)
          return yield* new Conflict({ code: "stale_plan", detail: `The policy of the ${side} cannot be parsed` })
        const lock = yield* records.create({
          run_id: runId,
          statement,
          context_id: context.context.id,
          storage_endpoint_id: context.context.endpoint_id,
          listing_key: context.listingKey,
          bucket,
          policy_before,
          lifecycle_before,
          policy
        })
        return lock ?? (yield* new Conflict({ code: "state_conflict", detail: `Another migration locks this ${side}` }))
      })

      const lock = Effect.fn("SourceLocks.lock")(function* (caller: Caller, runId: number, order: LockRequest) {
        const { bucket, context, item, side } = order
        const open = yield* openOf(runId, item, side)
        if (open?.state === "releasing") {
          const problem = yield* releaseLock(caller, open)
          if (problem !== null) return yield* new Conflict({ code: "state_conflict", detail: problem })
        }
        const lock = open !== null && open.state !== "releasing" ? open : yield* created(runId, order)
        // the lock denies this change: it comes first
        const lifecycle = yield* lifecycleOf(order)
        if (lifecycle !== null && lifecycle !== lock.lifecycle_before) return yield* changedElsewhere("lifecycle")
        if (lifecycle !== null) yield* change(locking, caller, context, lock, "lifecycle", lifecycle, null)
        const policy = yield* store.read(context, bucket, "policy")
        if (!hasLockStatement(policy, lock.statement)) {
          if (policy !== lock.policy_before) return yield* changedElsewhere("policy", side)
          yield* change(locking, caller, context, lock, "policy", policy, lock.policy)
        }
        const stored = yield* store.read(context, bucket, "policy")
        if (stored === null || !hasLockStatement(stored, lock.statement)) return yield* changedElsewhere("policy", side)
        yield* records.locked(lock.id, stored)
        return { ...lock, policy: stored, state: "locked" as const }
      })

      return SourceLocks.of({
        lock,
        allowDeletes: Effect.fn("SourceLocks.allowDeletes")(function* (caller, context, open) {
          const policy = yield* store.read(context, open.bucket, "policy")
          const allowed = policy === null ? null : deletionPolicy(policy, open.statement)
          if (allowed === null) return yield* changedElsewhere("policy")
          if (allowed !== policy) yield* change(locking, caller, context, open, "policy", policy, allowed)
        }),
        isLocked: Effect.fn("SourceLocks.isLocked")(function* (context, { bucket, statement }) {
          const policy = yield* store.read(context, bucket, "policy")
          return hasLockStatement(policy, statement) && (yield* store.read(context, bucket, "lifecycle")) === null
        }),
        release: Effect.fn("SourceLocks.release")(function* (caller, runId, item, side) {
          const open = yield* openOf(runId, item, side)
          return open === null ? null : yield* releaseLock(caller, open)
        }),
        releaseAbandoned: Effect.gen(function* () {
          const abandoned = yield* records.takeAbandoned(yield* DateTime.now, RELEASE_LEASE, RELEASES_PER_RUN)
          yield* Effect.forEach(abandoned, (open) => releaseLock({ _tag: "Internal" }, open))
          return abandoned.length
        }).pipe(Effect.withSpan("SourceLocks.releaseAbandoned"))
      })
    })
  )
}
