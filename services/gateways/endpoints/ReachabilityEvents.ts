import { Context, Effect, Stream } from "effect"

/** Receivers probe the gateway themselves, because reachability differs by process. */
export const ReachabilityEvents = Context.Reference<{
  readonly publish: (endpointId: number) => Effect.Effect<void>
  readonly received: Stream.Stream<number>
}>("stowage/services/gateways/endpoints/ReachabilityEvents", {
  defaultValue: () => ({ publish: () => Effect.void, received: Stream.empty })
})
