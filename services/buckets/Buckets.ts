import { Context, Effect, Layer, Option, Semaphore } from "effect"
import { type BucketRow, unreadBucket } from "#domain/buckets/BucketListing.ts"
import { bucketNameFault } from "#domain/buckets/BucketName.ts"
import type { Caller } from "#domain/access/Caller.ts"
import { Conflict, type GatewayFailure, InvalidInput, NotFound } from "#domain/errors/Errors.ts"
import { Audit } from "#services/audit/Audit.ts"
import { auditActor } from "#services/audit/auditActor.ts"
import { Transaction } from "#services/audit/Transaction.ts"
import type { ResolvedContext } from "#domain/contexts/CurrentContext.ts"
import { Rgw } from "#services/endpoints/Rgw.ts"
import { BucketGateway } from "./BucketGateway.ts"
import { BucketListings } from "./BucketListings.ts"

/** Changes under way at once: each holds a connection of the database until its gateway answered. */
const changesAtOnce = 3

/** Buckets of a context, one at a time. */
export class Buckets extends Context.Service<Buckets, {
  /** From the snapshot. */
  readonly get: (context: ResolvedContext, name: string) => Effect.Effect<BucketRow, NotFound>
  /** A name that exists is a conflict, though RGW itself lets an owner create a bucket twice. */
  readonly create: (
    caller: Caller, context: ResolvedContext, input: { readonly name: string; readonly objectLock: boolean }
  ) => Effect.Effect<BucketRow, InvalidInput | Conflict | GatewayFailure>
  readonly remove: (caller: Caller, context: ResolvedContext, name: string) => Effect.Effect<void, NotFound | Conflict | GatewayFailure>
}>()("stowage/services/buckets/Buckets") {
  static readonly layer = Layer.effect(Buckets, Effect.gen(function*() {
    const gateway = yield* BucketGateway
    const listings = yield* BucketListings
    const rgw = yield* Rgw
    const audit = yield* Audit
    const transaction = yield* Transaction
    const turns = yield* Semaphore.make(changesAtOnce)

    const record = (caller: Caller, action: string, context: ResolvedContext, name: string) =>
      audit.record({
        actor: auditActor(caller),
        scope: "manager",
        action,
        entity: { type: "bucket", id: name, label: name },
        status: "success",
        message: action === "bucket.create" ? `Bucket ${name} was created` : `Bucket ${name} was deleted`,
        metadata: { context_id: context.context.id, storage_endpoint_id: context.context.endpoint_id }
      })

    /** The audit row first: without it the gateway is not asked, and it goes when the gateway refuses. */
    const audited = <E>(entry: Effect.Effect<void>, change: Effect.Effect<void, E>) =>
      turns.withPermit(transaction.run(Effect.andThen(entry, change)))

    /** What the gateway tells of a bucket just made; a failure here does not undo the creation, so the row starts empty. */
    const fresh = Effect.fnUntraced(function*(context: ResolvedContext, name: string) {
      const found = yield* (context.admin === null ? gateway.statistics(context.s3, name) : rgw.bucket(context.admin, name)).pipe(
        Effect.tapError((error) => Effect.logWarning("A new bucket could not be read back").pipe(Effect.annotateLogs({ code: error.code }))),
        Effect.orElseSucceed(() => Option.none())
      )
      return Option.match(found, {
        onNone: (): BucketRow => unreadBucket(name),
        onSome: (statistics): BucketRow => ({ ...statistics, has_statistics: true })
      })
    })

    const get = Effect.fn("Buckets.get")(function*(context: ResolvedContext, name: string) {
      const row = yield* listings.bucket(context.listingKey, name)
      return row ?? (yield* new NotFound({ entity: "Bucket", id: name }))
    })

    const create = Effect.fn("Buckets.create")(
      function*(caller: Caller, context: ResolvedContext, input: { readonly name: string; readonly objectLock: boolean }) {
        const fault = bucketNameFault(input.name)
        if (fault !== null) return yield* InvalidInput.at("payload.name", fault)
        if (yield* gateway.exists(context.s3, input.name)) {
          return yield* new Conflict({ code: "already_exists", detail: `A bucket named ${input.name} exists` })
        }
        yield* audited(
          record(caller, "bucket.create", context, input.name),
          gateway.create(context.s3, input.name, { objectLock: input.objectLock })
        )
        const row = yield* fresh(context, input.name)
        yield* listings.created(context.listingKey, row)
        return row
      }
    )

    const remove = Effect.fn("Buckets.remove")(function*(caller: Caller, context: ResolvedContext, name: string) {
      yield* audited(record(caller, "bucket.delete", context, name), gateway.remove(context.s3, name))
      yield* listings.removed(context.listingKey, name)
    })

    return Buckets.of({ get, create, remove })
  }))
}
