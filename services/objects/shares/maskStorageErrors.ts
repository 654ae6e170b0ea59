import { Effect } from "effect"
import {
  type GatewayFailure,
  type InvalidInput,
  type NotFound,
  type RangeNotSatisfiable,
  Unavailable
} from "#domain/platform/errors/Errors.ts"
import { shareNotFound } from "./shareToken.ts"

/** Storage errors would disclose buckets and gateways to visitors. */
export const STORAGE_UNAVAILABLE = new Unavailable({
  detail: "The storage behind this link does not answer as it should: try again later"
})

export const maskStorageErrors = <A, E extends NotFound | RangeNotSatisfiable | InvalidInput | GatewayFailure, R>(
  work: Effect.Effect<A, E, R>
) =>
  Effect.catch(work, (error: E): Effect.Effect<never, NotFound | Unavailable | Exclude<E, GatewayFailure>> => {
    if (error._tag === "NotFound") return Effect.fail(shareNotFound)
    if (error._tag === "RangeNotSatisfiable" || error._tag === "InvalidInput")
      return Effect.fail(error as Exclude<E, GatewayFailure>)
    return Effect.andThen(
      Effect.logWarning("A link could not be served").pipe(
        Effect.annotateLogs({ code: error.code, detail: error.message })
      ),
      Effect.fail(STORAGE_UNAVAILABLE)
    )
  })
