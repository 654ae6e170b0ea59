import { Context, DateTime, Effect, Layer, Stream } from "effect"
import type {
  EndpointHistory,
  EndpointStatusEvent,
  HistoryRange,
  IncidentPage
} from "#domain/gateways/endpoints/health/EndpointStatus.ts"
import { NotFound } from "#domain/platform/errors/Errors.ts"
import type { CursorQuery } from "#domain/platform/Cursor.ts"
import { LiveEvents } from "#services/platform/live/LiveEvents.ts"
import { broadcastReads } from "#services/platform/live/broadcastReads.ts"
import { Settings } from "#services/platform/Settings.ts"
import { EndpointRecords } from "./EndpointRecords.ts"
import { HealthRecords } from "./HealthRecords.ts"

const COALESCE_PERIOD = "250 millis"

/** Health and history of storage endpoints; 404 while FEATURE_ENDPOINT_STATUS_ENABLED is off. */
export class EndpointStatus extends Context.Service<
  EndpointStatus,
  {
    readonly history: (endpointId: number, range: HistoryRange | undefined) => Effect.Effect<EndpointHistory, NotFound>
    readonly incidents: (
      endpointId: number,
      query: CursorQuery<readonly [number]>
    ) => Effect.Effect<IncidentPage, NotFound>
    readonly changes: Effect.Effect<Stream.Stream<EndpointStatusEvent>, NotFound>
  }
>()("stowage/services/gateways/endpoints/EndpointStatus") {
  static readonly layer = Layer.effect(
    EndpointStatus,
    Effect.gen(function* () {
      const endpoints = yield* EndpointRecords
      const records = yield* HealthRecords
      const live = yield* LiveEvents
      const {
        endpointStatus: { enabled }
      } = yield* Settings

      const requireEnabled = enabled
        ? Effect.void
        : Effect.fail(new NotFound({ entity: "Route", id: "health of storage endpoints" }))
      const requireEndpoint = (id: number) => Effect.andThen(requireEnabled, endpoints.find(id))

      const history = Effect.fn("EndpointStatus.history")(function* (id: number, range: HistoryRange = "24h") {
        yield* requireEndpoint(id)
        return yield* records.history(id, range, yield* DateTime.now)
      })

      const incidents = Effect.fn("EndpointStatus.incidents")(function* (
        id: number,
        query: CursorQuery<readonly [number]>
      ) {
        yield* requireEndpoint(id)
        return yield* records.incidents(id, query)
      })

      const health = (ids: ReadonlyArray<number> | null) =>
        Effect.map(records.current(ids), (endpoints): EndpointStatusEvent => ({ event: "health", data: { endpoints } }))

      const checkEvents = yield* broadcastReads(
        live.changes.pipe(
          Stream.filter(({ _tag }) => _tag === "EndpointHealthChanged" || _tag === "Resync"),
          Stream.groupedWithin(1_000, COALESCE_PERIOD)
        ),
        (events) => {
          const ids = events.flatMap((event) => (event._tag === "EndpointHealthChanged" ? [event.endpointId] : []))
          return health(events.some(({ _tag }) => _tag === "Resync") ? null : [...new Set(ids)])
        }
      )

      /** Subscribes before the first read, so that nothing is missed. */
      const changes = Effect.as(requireEnabled, Stream.merge(checkEvents, Stream.fromEffect(health(null))))

      return EndpointStatus.of({ history, incidents, changes })
    })
  )
}
