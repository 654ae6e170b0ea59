import { Clock, Effect, Schema } from "effect"
import { type Caller, callerUser } from "#domain/platform/access/Caller.ts"
import type { ResolvedContext } from "#domain/accounts/contexts/CurrentContext.ts"
import { BucketPlace } from "#domain/objects/comparison/BucketComparison.ts"
import { type BadRequest, Forbidden, type NotFound } from "#domain/platform/errors/Errors.ts"
import { requireDataAccess } from "#services/accounts/contexts/dataAccess.ts"
import { ExecutionContexts } from "#services/accounts/contexts/ExecutionContexts.ts"

export const ComparisonSide = Schema.Struct({ ...BucketPlace.fields, listing_key: Schema.String })
export type ComparisonSide = typeof ComparisonSide.Type

export interface ResolvedSide {
  readonly context: ResolvedContext
  readonly bucket: string
}

interface Sides {
  readonly source: BucketPlace
  readonly target: BucketPlace
}

export interface ResolvedSides {
  readonly source: ResolvedSide
  readonly target: ResolvedSide
}

export const sameKeyPlaces = ({ source, target }: ResolvedSides) => ({
  source: source.context,
  bucket: source.bucket,
  target: target.context,
  targetBucket: target.bucket,
  base: "",
  prefix: "",
  move: false
})

const RIGHTS_CHECK_INTERVAL_MS = 3_000

export const sideOf = ({ bucket, context }: ResolvedSide): ComparisonSide => ({
  context_id: context.context.id,
  listing_key: context.listingKey,
  bucket
})

export const comparisonSides = Effect.gen(function* () {
  const contexts = yield* ExecutionContexts

  type Refused = BadRequest | Forbidden | NotFound
  const both = (sides: Sides, resolve: (contextId: string) => Effect.Effect<ResolvedContext, Refused>) =>
    Effect.map(
      Effect.forEach([sides.source, sides.target], ({ bucket, context_id }) =>
        Effect.map(Effect.flatMap(resolve(context_id), requireDataAccess), (context) => ({ context, bucket }))
      ),
      ([source, target]): ResolvedSides => {
        if (source === undefined || target === undefined) throw new Error("two sides are resolved")
        return { source, target }
      }
    )

  /** Reads rights again: the session may have ended. */
  const ofStarter = (caller: Caller, sides: Sides) =>
    Effect.suspend(() => {
      const user = callerUser(caller)
      return user === null
        ? Effect.fail(new Forbidden({ code: "forbidden", detail: "The user who started this no longer exists" }))
        : both(sides, (contextId) => contexts.forUser(user.id, "manager", contextId))
    })

  return {
    ofCaller: (caller: Caller, sides: Sides) =>
      both(sides, (contextId) => contexts.resolve(caller, "manager", contextId)),
    ofStarter,
    /** Fails once the starter of a run has lost a right; reads at most every 3 s. */
    rightsCheck: (caller: Caller, sides: Sides) =>
      Effect.map(Clock.currentTimeMillis, (start) => {
        let last = start
        return Effect.gen(function* () {
          const now = yield* Clock.currentTimeMillis
          if (now - last < RIGHTS_CHECK_INTERVAL_MS) return
          last = now
          yield* ofStarter(caller, sides)
        })
      })
  }
})
