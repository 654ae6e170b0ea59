import { Context, Effect, Stream } from "effect"

/**
 * What replicas tell each other of storage endpoints: that one of them found a gateway silent, or answering again. It says only that
 * it is worth asking; whoever hears it asks for itself, since what one process does not reach another may. A process by itself has nobody to tell.
 */
export const GatewayNews = Context.Reference<{
  /** Never fails: what is not told is found out by others themselves. */
  readonly tell: (endpointId: number) => Effect.Effect<void>
  readonly told: Stream.Stream<number>
}>("stowage/services/gateways/endpoints/GatewayNews", { defaultValue: () => ({ tell: () => Effect.void, told: Stream.empty }) })
