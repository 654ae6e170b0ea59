import { Context, DateTime, Effect, Layer, Stream } from "effect"
import type { EndpointHistory, EndpointStatusEvent, HistoryRange, IncidentPage } from "#domain/gateways/endpoints/health/EndpointStatus.ts"
import { NotFound } from "#domain/platform/errors/Errors.ts"
import type { CursorQuery } from "#domain/platform/Cursor.ts"
import { LiveEvents } from "#services/platform/live/LiveEvents.ts"
import { toldToAll } from "#services/platform/live/toldToAll.ts"
import { Settings } from "#services/platform/Settings.ts"
import { EndpointRecords } from "./EndpointRecords.ts"
import { HealthRecords } from "./HealthRecords.ts"

/** What is announced within this is read at once: a run of the checks is many announcements. */
const together = "250 millis"

/** How storage endpoints are and were. While FEATURE_ENDPOINT_STATUS_ENABLED is off nothing of it is there. */
export class EndpointStatus extends Context.Service<EndpointStatus, {
  readonly history: (endpointId: number, range: HistoryRange | undefined) => Effect.Effect<EndpointHistory, NotFound>
  readonly incidents: (endpointId: number, query: CursorQuery<readonly [number]>) => Effect.Effect<IncidentPage, NotFound>
  /** All of them at once, then those that were checked, by whichever process. */
  readonly changes: Effect.Effect<Stream.Stream<EndpointStatusEvent>, NotFound>
}>()("stowage/services/gateways/endpoints/EndpointStatus") {
  static readonly layer = Layer.effect(EndpointStatus, Effect.gen(function*() {
    const endpoints = yield* EndpointRecords
    const records = yield* HealthRecords
    const live = yield* LiveEvents
    const { endpointStatus: { enabled } } = yield* Settings

    const there = enabled ? Effect.void : Effect.fail(new NotFound({ entity: "Route", id: "health of storage endpoints" }))
    const known = (id: number) => Effect.andThen(there, endpoints.find(id))

    const history = Effect.fn("EndpointStatus.history")(function*(id: number, range: HistoryRange = "24h") {
      yield* known(id)
      return yield* records.history(id, range, yield* DateTime.now)
    })

    const incidents = Effect.fn("EndpointStatus.incidents")(function*(id: number, query: CursorQuery<readonly [number]>) {
      yield* known(id)
      return yield* records.incidents(id, query)
    })

    const health = (ids: ReadonlyArray<number> | null) =>
      Effect.map(records.current(ids), (endpoints): EndpointStatusEvent => ({ event: "health", data: { endpoints } }))

    const checked = yield* toldToAll(
      live.changes.pipe(Stream.filter(({ _tag }) => _tag === "EndpointHealthChanged" || _tag === "Resync"), Stream.groupedWithin(1_000, together)),
      (events) => {
        const ids = events.flatMap((event) => event._tag === "EndpointHealthChanged" ? [event.endpointId] : [])
        return health(events.some(({ _tag }) => _tag === "Resync") ? null : [...new Set(ids)])
      }
    )

    /** Listening begins before the first reading, so that nothing falls between the two. */
    const changes = Effect.as(there, Stream.merge(checked, Stream.fromEffect(health(null))))

    return EndpointStatus.of({ history, incidents, changes })
  }))
}
