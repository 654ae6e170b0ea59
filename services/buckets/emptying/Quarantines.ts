import { Clock, Context, Effect, Layer, Option } from "effect"
import type { Caller } from "#domain/platform/access/Caller.ts"
import { sameBucket } from "#domain/buckets/creationTime.ts"
import { confirmedName } from "#domain/platform/ConfirmedName.ts"
import type { ResolvedContext } from "#domain/accounts/contexts/CurrentContext.ts"
import {
  parseQuarantineDay,
  type Quarantine,
  type QuarantineBucket,
  quarantinePolicy
} from "#domain/buckets/Quarantine.ts"
import { Conflict, type GatewayFailure, InvalidInput, NotFound } from "#domain/platform/errors/Errors.ts"
import { byCaller } from "#services/platform/audit/auditBy.ts"
import { Audited } from "#services/platform/audit/Audited.ts"
import { BucketGateway } from "#services/buckets/BucketGateway.ts"
import { FeatureGuard } from "#services/buckets/features/FeatureGuard.ts"
import { FeatureStore } from "#services/buckets/features/FeatureStore.ts"
import { bucketCreationTime } from "./bucketCreationTime.ts"
import { quarantineChanges } from "./quarantineChanges.ts"
import { type StoredQuarantine, QuarantineRecords } from "./QuarantineRecords.ts"

type Refused = InvalidInput | NotFound | Conflict | GatewayFailure

export const quarantineView = ({
  asked_at,
  asked_by,
  bucket,
  ended_at,
  problem,
  run_id,
  state,
  until
}: StoredQuarantine): Quarantine => ({ bucket, state, until, asked_at, asked_by, problem, run_id, ended_at })

/** Scheduled deletion: until then, a policy blocks access and the bucket can be restored. */
export class Quarantines extends Context.Service<
  Quarantines,
  {
    readonly list: (context: ResolvedContext) => Effect.Effect<ReadonlyArray<Quarantine>>
    readonly begin: (
      caller: Caller,
      context: ResolvedContext,
      bucket: string,
      input: QuarantineBucket
    ) => Effect.Effect<Quarantine, Refused>
    readonly restore: (caller: Caller, context: ResolvedContext, bucket: string) => Effect.Effect<Quarantine, Refused>
  }
>()("stowage/services/buckets/emptying/Quarantines") {
  static readonly layer = Layer.effect(
    Quarantines,
    Effect.gen(function* () {
      const records = yield* QuarantineRecords
      const store = yield* FeatureStore
      const guard = yield* FeatureGuard
      const gateway = yield* BucketGateway
      const audited = yield* Audited
      const creationTimeOf = yield* bucketCreationTime
      const { entering, put, restoring } = yield* quarantineChanges

      const open = Effect.fnUntraced(function* ({ listingKey }: ResolvedContext, bucket: string) {
        const openQuarantine = yield* records.ofBucket(listingKey, bucket)
        return openQuarantine ?? (yield* new NotFound({ entity: "Quarantine", id: bucket }))
      })

      const begin = Effect.fn("Quarantines.begin")(function* (
        caller: Caller,
        context: ResolvedContext,
        bucket: string,
        { day }: QuarantineBucket
      ) {
        yield* confirmedName("bucket", bucket)
        const deletionDay = parseQuarantineDay(day, yield* Clock.currentTimeMillis)
        if ("fault" in deletionDay) return yield* InvalidInput.at("payload.day", deletionDay.fault)
        const currentPolicy = yield* records.ofBucket(context.listingKey, bucket)
        const createdAt = yield* creationTimeOf(context, bucket)
        if (currentPolicy !== null && Option.isSome(createdAt) && !sameBucket(currentPolicy.made_at, createdAt.value)) {
          yield* records.move(currentPolicy.id, "deleted", null).pipe(
            audited.rows(
              "bucket.quarantine.end",
              { type: "bucket", id: bucket, label: bucket },
              {
                by: byCaller(caller, "manager"),
                message: `The quarantine of an earlier bucket ${bucket} ended: that one is gone`
              }
            )
          )
        } else if (currentPolicy !== null)
          return yield* new Conflict({ code: "state_conflict", detail: "The bucket is in quarantine already" })
        if (Option.isNone(createdAt) && !(yield* gateway.exists(context.s3, bucket)))
          return yield* new NotFound({ entity: "Bucket", id: bucket })
        const policy_before = yield* store.read(context, bucket, "policy")
        const policy = quarantinePolicy(bucket, crypto.randomUUID())
        const losses = (yield* guard.losses(context, bucket, {
          feature: "policy",
          before: policy_before,
          after: policy
        })).find(({ access, certain }) => certain && (access === "change_policy" || access === "remove_policy"))
        if (losses !== undefined)
          return yield* new Conflict({
            code: "state_conflict",
            detail: `The quarantine could not be ended from here: ${losses.why}`
          })
        const {
          actor: { email, user_id }
        } = byCaller(caller, "manager")
        yield* entering.makeIdempotent(
          caller,
          context,
          {
            context_id: context.context.id,
            storage_endpoint_id: context.context.endpoint_id,
            listing_key: context.listingKey,
            bucket,
            made_at: Option.getOrNull(createdAt),
            policy_before,
            policy,
            until: new Date(deletionDay.moment).toISOString(),
            user_id,
            asked_by: email
          },
          put(context, bucket, policy_before, policy)
        )
        return quarantineView(yield* Effect.orDie(open(context, bucket)))
      })

      const restore = Effect.fn("Quarantines.restore")(function* (
        caller: Caller,
        context: ResolvedContext,
        bucket: string
      ) {
        const openQuarantine = yield* open(context, bucket)
        if (openQuarantine.state === "deleting") {
          return yield* new Conflict({
            code: "state_conflict",
            detail: "Its day has come, and it is being emptied: stop that run to keep what is left"
          })
        }
        const now = yield* store.read(context, bucket, "policy")
        const about = {
          context_id: openQuarantine.context_id,
          storage_endpoint_id: openQuarantine.storage_endpoint_id,
          listing_key: openQuarantine.listing_key,
          bucket,
          id: openQuarantine.id,
          policy: openQuarantine.policy,
          wanted: openQuarantine.policy_before,
          state: "restored" as const
        }
        // lifted by someone else, or emptying failed after the policy was removed
        if (now === openQuarantine.policy_before) {
          yield* records.move(openQuarantine.id, "restored", null).pipe(
            audited.rows(
              "bucket.quarantine.restore",
              { type: "bucket", id: bucket, label: bucket },
              {
                by: byCaller(caller, "manager"),
                message: `Bucket ${bucket} had its policy of before already: its quarantine is closed`
              }
            )
          )
        } else if (now === openQuarantine.policy || (openQuarantine.state === "failed" && now === null)) {
          yield* restoring.makeIdempotent(
            caller,
            context,
            about,
            put(context, bucket, now, openQuarantine.policy_before)
          )
        } else {
          return yield* new Conflict({
            code: "stale_plan",
            detail: "The bucket's policy was changed since by somebody else: put it in order by hand, then restore"
          })
        }
        return {
          ...quarantineView(openQuarantine),
          state: "restored" as const,
          problem: null,
          ended_at: new Date(yield* Clock.currentTimeMillis).toISOString()
        }
      })

      return Quarantines.of({
        list: Effect.fn("Quarantines.list")((context: ResolvedContext) =>
          Effect.map(records.ofListing(context.listingKey), (all) => all.map(quarantineView))
        ),
        begin,
        restore
      })
    })
  )
}
