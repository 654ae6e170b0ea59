import { Context, type Effect, type Stream } from "effect"
import type { ResolvedContext } from "#domain/accounts/contexts/CurrentContext.ts"
import type { GatewayFailure, NotFound } from "#domain/platform/errors/Errors.ts"
import type { UsageDepth, UsageEvent, UsageSnapshot } from "#domain/usage/Usage.ts"

/** How much a context holds; contexts that show the same buckets have one listing key and one count. */
export class Usage extends Context.Service<Usage, {
  /** Null before the first count. */
  readonly latest: (context: ResolvedContext) => Effect.Effect<UsageSnapshot | null>
  /**
   * Counts anew and tells how far it is; ends with the result. Readers of one listing share one count of a depth, and hear at first
   * what is known so far; when the last of them goes, the count stops.
   */
  readonly recount: (context: ResolvedContext, depth: UsageDepth) => Stream.Stream<UsageEvent, NotFound | GatewayFailure>
}>()("stowage/services/usage/Usage") {}
