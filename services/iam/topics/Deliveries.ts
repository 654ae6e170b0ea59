import { Clock, Context, Deferred, Effect, Layer, type Scope, Stream } from "effect"
import { LiveEvent } from "#domain/platform/LiveEvent.ts"
import { LiveEvents } from "#services/platform/live/LiveEvents.ts"
import { Secrets } from "#services/platform/Secrets.ts"
import { Tokens } from "#services/platform/Tokens.ts"
import { Settings } from "#services/platform/Settings.ts"

/** Seconds that a listener hears. */
const lifetime = 120

/** An address that hears for a short while. */
export interface Listener {
  /** Whole, with the part that nobody can guess. */
  readonly url: string
  /** Completes when something came, with when it was heard, in milliseconds of the epoch. */
  readonly heard: Effect.Effect<number>
}

/**
 * Listeners for what gateways push. An address is signed, not kept: whichever process it reaches tells all others. It says nothing
 * to whoever calls it, and what is sent is not read.
 */
export class Deliveries extends Context.Service<Deliveries, {
  /** The address that gateways are given, without its secret end. */
  readonly address: string
  readonly open: Effect.Effect<Listener, never, Scope.Scope>
  /** Something came to the listener of this token; a wrong or late one is nobody's. */
  readonly received: (token: string) => Effect.Effect<void>
}>()("stowage/services/iam/topics/Deliveries") {
  static readonly layer = Layer.effect(Deliveries, Effect.gen(function*() {
    const { eventsOrigin } = yield* Settings
    const events = yield* LiveEvents
    const secrets = yield* Secrets
    const tokens = yield* Tokens
    const address = `${eventsOrigin}/api/deliveries/`
    /** Half of a digest, for short addresses: 160 bits, under the first key of the ring. */
    const seal = (id: string, until: string) => secrets.digest(tokens.signature(`delivery ${id} ${until}`)).slice(0, 40)

    const open = Effect.gen(function*() {
      const id = yield* secrets.id
      const until = String(Math.floor((yield* Clock.currentTimeMillis) / 1000) + lifetime)
      const came = yield* Deferred.make<number>()
      yield* events.changes.pipe(
        Stream.filter((event) => event._tag === "DeliveryArrived" && event.id === id),
        Stream.runForEach(() => Effect.flatMap(Clock.currentTimeMillis, (now) => Deferred.succeed(came, now))),
        Effect.forkScoped({ startImmediately: true })
      )
      const listener: Listener = { url: `${address}${id}.${until}.${seal(id, until)}`, heard: Deferred.await(came) }
      return listener
    })

    const received = Effect.fn("Deliveries.received")(function*(token: string) {
      const [, id, until, sealed] = /^([\w-]{36})\.(\d{1,12})\.([0-9a-f]{40})$/.exec(token) ?? []
      if (id === undefined || until === undefined || sealed === undefined || !secrets.same(seal(id, until), sealed)) return
      if (Number(until) * 1000 < (yield* Clock.currentTimeMillis)) return
      yield* events.publish(LiveEvent.cases.DeliveryArrived.make({ id }))
    })

    return Deliveries.of({ address, open, received })
  }))
}
