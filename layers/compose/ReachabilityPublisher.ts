import { Effect, Layer, Stream } from "effect"
import { LiveEvent } from "#domain/platform/LiveEvent.ts"
import { ReachabilityEvents } from "#services/gateways/endpoints/ReachabilityEvents.ts"
import { LiveEvents } from "#services/platform/live/LiveEvents.ts"

export const ReachabilityPublisher = Layer.effect(
  ReachabilityEvents,
  Effect.map(LiveEvents, ({ changes, publish }) => ({
    publish: (endpointId: number) =>
      Effect.catchCause(publish(LiveEvent.cases.GatewayReachChanged.make({ endpointId })), (cause) =>
        Effect.logDebug("Other replicas could not be told of a gateway: they find out themselves", cause)
      ),
    received: Stream.flatMap(changes, (event) =>
      event._tag === "GatewayReachChanged" ? Stream.succeed(event.endpointId) : Stream.empty
    )
  }))
)
