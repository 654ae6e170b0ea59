import { Context, Effect, Layer, Schema } from "effect"
import { type BucketRow, unreadBucket } from "#domain/buckets/BucketListing.ts"
import { bucketNameFault } from "#domain/buckets/namesBucket.ts"
import type { Caller } from "#domain/platform/access/Caller.ts"
import { confirmedName } from "#domain/platform/ConfirmedName.ts"
import type { Removed } from "#domain/platform/Removed.ts"
import { Conflict, type GatewayFailure, InvalidInput, NotFound } from "#domain/platform/errors/Errors.ts"
import { Audited } from "#services/platform/audit/Audited.ts"
import type { GatewayChangeKind, Recovered } from "#services/platform/audit/GatewayChangeKind.ts"
import { ExecutionContexts } from "#services/accounts/contexts/ExecutionContexts.ts"
import type { ResolvedContext } from "#domain/accounts/contexts/CurrentContext.ts"
import { Rgw } from "#services/gateways/endpoints/Rgw.ts"
import { readBucketState } from "./readBucketState.ts"
import { BucketGateway } from "./BucketGateway.ts"
import { BucketListings } from "./BucketListings.ts"

const About = Schema.Struct({
  context_id: Schema.String,
  storage_endpoint_id: Schema.NullOr(Schema.Int),
  listing_key: Schema.String,
  name: Schema.String
})
type About = typeof About.Type

type BucketChange = GatewayChangeKind<About, ResolvedContext, BucketRow | null>

export class Buckets extends Context.Service<
  Buckets,
  {
    readonly get: (context: ResolvedContext, name: string) => Effect.Effect<BucketRow, NotFound>
    /** Conflict for an existing name, although RGW accepts it from the owner. */
    readonly create: (
      caller: Caller,
      context: ResolvedContext,
      input: { readonly name: string; readonly objectLock: boolean }
    ) => Effect.Effect<BucketRow, InvalidInput | Conflict | GatewayFailure>
    readonly remove: (
      caller: Caller,
      context: ResolvedContext,
      name: string
    ) => Effect.Effect<Removed, NotFound | Conflict | GatewayFailure>
  }
>()("stowage/services/buckets/Buckets") {
  static readonly layer = Layer.effect(
    Buckets,
    Effect.gen(function* () {
      const gateway = yield* BucketGateway
      const listings = yield* BucketListings
      const contexts = yield* ExecutionContexts
      const rgw = yield* Rgw
      const audited = yield* Audited

      const recoveredRow = (
        { listing_key, name }: About,
        row: BucketRow | null,
        shouldExist: boolean
      ): Recovered<BucketRow | null> => ({
        isApplied: (row !== null) === shouldExist,
        observed: row,
        rows: row === null ? listings.removed(listing_key, name) : listings.created(listing_key, row)
      })

      const readBucket = readBucketState({ gateway, rgw })

      const kind = (action: string, shouldExist: boolean, done: string): BucketChange => ({
        action,
        scope: "manager",
        about: About,
        gateway: ({ listing_key, storage_endpoint_id }) =>
          storage_endpoint_id === null ? listing_key : `endpoint:${storage_endpoint_id}`,
        thing: ({ listing_key, name }) => `${listing_key}/bucket:${name}`,
        entity: ({ name }) => ({ type: "bucket", id: name, label: name }),
        messages: ({ name }) => ({
          success: `Bucket ${name} was ${done}`,
          failure: `Bucket ${name} was not ${done}`,
          unknown: `Whether bucket ${name} was ${done} is not known`
        }),
        metadata: ({ context_id, storage_endpoint_id }) => ({ context_id, storage_endpoint_id }),
        reach: ({ listing_key }) => contexts.forListing(listing_key),
        recover: (context, about) =>
          Effect.map(readBucket(context, about.name), (row) => recoveredRow(about, row, shouldExist)),
        assumeApplied: (_context, about) =>
          recoveredRow(about, shouldExist ? unreadBucket(about.name) : null, shouldExist)
      })
      const creation = audited.gateway(kind("bucket.create", true, "created"))
      const deletion = audited.gateway(kind("bucket.delete", false, "deleted"))

      const aboutOf = ({ context, listingKey }: ResolvedContext, name: string): About => ({
        context_id: context.id,
        storage_endpoint_id: context.endpoint_id,
        listing_key: listingKey,
        name
      })

      const get = Effect.fn("Buckets.get")(function* (context: ResolvedContext, name: string) {
        const row = yield* listings.bucket(context.listingKey, name)
        return row ?? (yield* new NotFound({ entity: "Bucket", id: name }))
      })

      const create = Effect.fn("Buckets.create")(function* (
        caller: Caller,
        context: ResolvedContext,
        { name, objectLock }: { readonly name: string; readonly objectLock: boolean }
      ) {
        const fault = bucketNameFault(name)
        if (fault !== null) return yield* InvalidInput.at("payload.name", fault)
        const row = yield* creation.makeIdempotent(caller, context, aboutOf(context, name), {
          before: Effect.filterOrFail(
            gateway.exists(context.s3, name),
            (there) => !there,
            () => new Conflict({ code: "already_exists", detail: `A bucket named ${name} exists` })
          ),
          change: gateway.create(context.s3, name, { objectLock })
        })
        return row ?? unreadBucket(name)
      })

      const remove = Effect.fn("Buckets.remove")(function* (caller: Caller, context: ResolvedContext, name: string) {
        yield* confirmedName("bucket", name)
        yield* deletion.makeIdempotent(caller, context, aboutOf(context, name), {
          before: Effect.gen(function* () {
            if (yield* gateway.exists(context.s3, name)) return false
            yield* listings.removed(context.listingKey, name)
            return yield* new NotFound({ entity: "Bucket", id: name })
          }),
          change: gateway.remove(context.s3, name)
        })
        const removed: Removed = { id: name, name }
        return removed
      })

      return Buckets.of({ get, create, remove })
    })
  )
}
