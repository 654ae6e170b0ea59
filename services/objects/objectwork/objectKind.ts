import { Effect } from "effect"
import type { DomainError } from "#domain/platform/errors/Errors.ts"
import { BucketListings } from "#services/buckets/BucketListings.ts"
import { BucketMeasures } from "#services/buckets/BucketMeasures.ts"
import { ExecutionContexts } from "#services/accounts/contexts/ExecutionContexts.ts"
import type { WorkKind } from "#services/platform/work/WorkKind.ts"

interface Place {
  readonly listing_key: string
  readonly bucket: string
}

type Own = "scope" | "listing" | "exclusionKey" | "maxConcurrency" | "undo"

type Declared<Params, Target, Notes, Inverse> = Omit<WorkKind<Params, Target, Notes, Inverse>, Own> &
  Partial<Pick<WorkKind<Params, Target, Notes, Inverse>, "exclusionKey" | "undo">> & {
    readonly elsewhere?: (params: Params) => Place
  }

/** Runs are visible to users who may see the objects; items are sequential and refresh bucket statistics. */
export const objectKind = Effect.gen(function* () {
  const contexts = yield* ExecutionContexts
  const listings = yield* BucketListings
  const measures = yield* BucketMeasures

  const notifyListing = ({ bucket, listing_key }: Place) =>
    Effect.andThen(
      Effect.ignore(Effect.flatMap(contexts.forListing(listing_key), (context) => measures.changed(context, bucket))),
      listings.refresh(listing_key)
    )

  return <Params extends Place, Target, Notes, Inverse>({
    elsewhere,
    perform,
    undo,
    ...declared
  }: Declared<Params, Target, Notes, Inverse>): WorkKind<Params, Target, Notes, Inverse> => {
    const withMeasurement = <A>(params: Params, work: Effect.Effect<A, DomainError>): Effect.Effect<A, DomainError> => {
      const place = elsewhere?.(params)
      const isElsewhere =
        place !== undefined && (place.bucket !== params.bucket || place.listing_key !== params.listing_key)
      return Effect.ensuring(
        work,
        isElsewhere ? Effect.andThen(notifyListing(params), notifyListing(place)) : notifyListing(params)
      )
    }
    return {
      exclusionKey: () => null,
      ...declared,
      scope: "browser",
      listing: ({ listing_key }) => listing_key,
      maxConcurrency: 1,
      perform: (work) => withMeasurement(work.params, perform(work)),
      undo:
        undo === undefined ? () => Effect.void : (work, inverse) => withMeasurement(work.params, undo(work, inverse))
    }
  }
})
