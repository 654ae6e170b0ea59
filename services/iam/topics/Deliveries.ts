import { Clock, Context, Deferred, Effect, Layer, type Scope, Stream } from "effect"
import { LiveEvent } from "#domain/platform/LiveEvent.ts"
import { LiveEvents } from "#services/platform/live/LiveEvents.ts"
import { Secrets } from "#services/platform/Secrets.ts"
import { Tokens } from "#services/platform/Tokens.ts"
import { Settings } from "#services/platform/Settings.ts"

const LISTENER_LIFETIME_SECONDS = 120

export interface Listener {
  readonly url: string
  /** Completes on the first request with its time in epoch milliseconds. */
  readonly received: Effect.Effect<number>
}

/** Addresses are signed, not stored; the receiving process informs all others. Requests are not read. */
export class Deliveries extends Context.Service<
  Deliveries,
  {
    readonly address: string
    readonly open: Effect.Effect<Listener, never, Scope.Scope>
    readonly received: (token: string) => Effect.Effect<void>
  }
>()("stowage/services/iam/topics/Deliveries") {
  static readonly layer = Layer.effect(
    Deliveries,
    Effect.gen(function* () {
      const { eventsOrigin } = yield* Settings
      const events = yield* LiveEvents
      const secrets = yield* Secrets
      const tokens = yield* Tokens
      const address = `${eventsOrigin}/api/deliveries/`
      /** Truncated to 160 bits for short addresses; first key of the ring. */
      const seal = (id: string, until: string) =>
        secrets.digest(tokens.signature(`delivery ${id} ${until}`)).slice(0, 40)

      const open = Effect.gen(function* () {
        const id = yield* secrets.id
        const until = String(Math.floor((yield* Clock.currentTimeMillis) / 1000) + LISTENER_LIFETIME_SECONDS)
        const came = yield* Deferred.make<number>()
        yield* events.changes.pipe(
          Stream.filter((event) => event._tag === "DeliveryArrived" && event.id === id),
          Stream.runForEach(() => Effect.flatMap(Clock.currentTimeMillis, (now) => Deferred.succeed(came, now))),
          Effect.forkScoped({ startImmediately: true })
        )
        const listener: Listener = {
          url: `${address}${id}.${until}.${seal(id, until)}`,
          received: Deferred.await(came)
        }
        return listener
      })

      const received = Effect.fn("Deliveries.received")(function* (token: string) {
        const [, id, until, sealed] = /^([\w-]{36})\.(\d{1,12})\.([0-9a-f]{40})$/.exec(token) ?? []
        if (id === undefined || until === undefined || sealed === undefined || !secrets.same(seal(id, until), sealed))
          return
        if (Number(until) * 1000 < (yield* Clock.currentTimeMillis)) return
        yield* events.publish(LiveEvent.cases.DeliveryArrived.make({ id }))
      })

      return Deliveries.of({ address, open, received })
    })
  )
}
