import { Context, DateTime, Effect, Layer } from "effect"
import type { Caller } from "#domain/platform/access/Caller.ts"
import type { ResolvedContext } from "#domain/accounts/contexts/CurrentContext.ts"
import { NotFound } from "#domain/platform/errors/Errors.ts"
import type { Page } from "#domain/platform/Paging.ts"
import type { ManagedShare, ManagedShareQuery } from "#domain/objects/shares/ManagedShare.ts"
import { ShareListings } from "./ShareListings.ts"
import { ShareRecords } from "./ShareRecords.ts"
import { makeRevokeShare } from "./shareRevocation.ts"

const limit = 500

export class ManagedShares extends Context.Service<
  ManagedShares,
  {
    readonly ofBucket: (context: ResolvedContext, bucket: string) => Effect.Effect<ReadonlyArray<ManagedShare>>
    /** `NotFound` when the link leads to another bucket. Idempotent. */
    readonly revokeOfBucket: (
      caller: Caller,
      context: ResolvedContext,
      bucket: string,
      id: string
    ) => Effect.Effect<void, NotFound>
    readonly page: (query: ManagedShareQuery) => Effect.Effect<Page<ManagedShare>>
    readonly revoke: (caller: Caller, id: string) => Effect.Effect<void, NotFound>
  }
>()("stowage/services/objects/shares/ManagedShares") {
  static readonly layer = Layer.effect(
    ManagedShares,
    Effect.gen(function* () {
      const listings = yield* ShareListings
      const records = yield* ShareRecords
      const revokeShare = yield* makeRevokeShare

      const requireShare = Effect.fnUntraced(function* (id: string) {
        const record = yield* records.find(id)
        return record ?? (yield* new NotFound({ entity: "Link", id }))
      })

      return ManagedShares.of({
        ofBucket: Effect.fn("ManagedShares.ofBucket")(function* (context, bucket) {
          return yield* listings.ofBucket(context.context.id, bucket, yield* DateTime.now, limit)
        }),
        revokeOfBucket: Effect.fn("ManagedShares.revokeOfBucket")(function* (caller, context, bucket, id) {
          const record = yield* requireShare(id)
          const led =
            record.bucket === bucket &&
            (yield* listings.ofBucket(context.context.id, bucket, yield* DateTime.now, limit)).some(
              (share) => share.id === id
            )
          if (!led) return yield* new NotFound({ entity: "Link", id })
          yield* revokeShare(caller, "manager", record)
        }),
        page: Effect.fn("ManagedShares.page")(function* (query) {
          return yield* listings.page(query, yield* DateTime.now)
        }),
        revoke: Effect.fn("ManagedShares.revoke")(function* (caller, id) {
          yield* revokeShare(caller, "admin", yield* requireShare(id))
        })
      })
    })
  )
}
