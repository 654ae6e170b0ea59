import { Context, type Effect, type Stream } from "effect"
import type { GatewayFailure, NotFound } from "#domain/errors/Errors.ts"
import type { UsageEvent, UsageSnapshot } from "#domain/usage/Usage.ts"

/** How much a context holds; contexts that show the same buckets have one listing key and one count. */
export class Usage extends Context.Service<Usage, {
  readonly latest: (listingKey: string) => Effect.Effect<UsageSnapshot | null>
  /**
   * Counts anew and tells how far it is; ends with the result. Readers of one listing share one count;
   * when the last of them goes, the count stops.
   */
  readonly recount: (listingKey: string) => Stream.Stream<UsageEvent, NotFound | GatewayFailure>
}>()("stowage/services/usage/Usage") {}
