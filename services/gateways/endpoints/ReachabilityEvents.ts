import { Context, Effect, Stream } from "effect"

/**
 * Announces to replicas that a gateway became silent or answers again. Receivers probe it themselves, because
 * reachability differs by process. No-op for a single process.
 */
export const ReachabilityEvents = Context.Reference<{
  readonly tell: (endpointId: number) => Effect.Effect<void>
  readonly received: Stream.Stream<number>
}>("stowage/services/gateways/endpoints/ReachabilityEvents", {
  defaultValue: () => ({ tell: () => Effect.void, received: Stream.empty })
})
