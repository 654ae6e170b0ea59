import { assert, it, layer } from "@effect/vitest"
import { Clock, Deferred, Effect, Exit, Fiber, Layer, PubSub, Redacted, Stream } from "effect"
import { TestClock } from "effect/testing"
import { Agent as HttpAgent } from "node:http"
import { Agent as HttpsAgent } from "node:https"
import { Socket } from "node:net"
import { StorageTimeout } from "#domain/platform/errors/Errors.ts"
import { EndpointGuard, gatewayCaller } from "#layers/gateway/EndpointGuard.ts"
import { IdleConnections } from "#layers/gateway/IdleConnections.ts"
import { makeReachability } from "#layers/gateway/reachability.ts"
import { ReachabilityEvents } from "#services/gateways/endpoints/ReachabilityEvents.ts"
import { GatewayProbe, type ProbeOutcome } from "#services/gateways/endpoints/GatewayProbe.ts"
import { TestSettings } from "../../support/testSettings.ts"

const urlOf = (id: number) => `http://gateway-${id}.example.org`

/** Reachability in one process of gateways that answer no probe, and its state for others. */
const scene = Effect.gen(function* () {
  const news = yield* PubSub.unbounded<number>()
  const asked: Array<string> = []
  const dropped: Array<string> = []
  const ways = yield* makeReachability.pipe(
    Effect.provideService(GatewayProbe, ({ url }) =>
      Effect.suspend(() => {
        asked.push(url)
        return Effect.never
      })
    ),
    Effect.provideService(ReachabilityEvents, { publish: () => Effect.void, received: Stream.fromPubSub(news) }),
    Effect.provideService(IdleConnections, {
      track: () => Effect.void,
      drop: (url) => {
        dropped.push(url)
      }
    })
  )
  yield* TestClock.adjust(1)
  const enter = (id: number) =>
    Effect.map(Clock.currentTimeMillis, (now) =>
      ways.enter(urlOf(id), `endpoint:${id}`, { url: urlOf(id), verifyTls: true, userSupplied: false }, id, now)
    )
  return {
    asked,
    dropped,
    enter,
    ways,
    tell: (id: number) => Effect.andThen(PubSub.publish(news, id), TestClock.adjust(1)),
    shut: Effect.fnUntraced(function* (id: number) {
      const way = yield* enter(id)
      for (let nr = 0; nr < 5; nr++) ways.ended(way, "unreached", yield* Clock.currentTimeMillis)
      assert.isNotNull(way.outage)
      return way
    })
  }
})

it.effect("what is heard of a gateway right after a turn of our own is the echo of it, and asks nothing", () =>
  Effect.scoped(
    Effect.gen(function* () {
      const { asked, shut, tell } = yield* scene
      yield* shut(1)
      yield* tell(1)
      yield* TestClock.adjust("1500 millis")
      assert.deepStrictEqual(asked, [])
    })
  )
)

it.effect(
  "what was heard of gateways that nobody calls is forgotten: after two minutes, and " +
    "the oldest of more than a thousand",
  () =>
    Effect.scoped(
      Effect.gen(function* () {
        const { asked, enter, tell } = yield* scene
        yield* tell(1)
        yield* TestClock.adjust("3 minutes")
        yield* enter(1)
        for (let id = 2; id <= 1_003; id++) yield* tell(id)
        for (const id of [2, 3, 1_003]) yield* enter(id)
        yield* TestClock.adjust("1 second")
        assert.deepStrictEqual(asked.sort(), [urlOf(1_003)])
      })
    )
)

it.effect("addresses that strangers make up leave nothing behind, reached or not, once nobody wants to go there", () =>
  Effect.scoped(
    Effect.gen(function* () {
      const { enter, shut, ways } = yield* scene
      for (let id = 1; id <= 1_000; id++) ways.leave(yield* enter(id))
      assert.strictEqual(ways.size, 0)
      ways.leave(yield* shut(1))
      assert.strictEqual(ways.size, 1)
      yield* TestClock.adjust("3 minutes")
      assert.strictEqual(ways.size, 0)
    })
  )
)

it.effect(
  "a gateway that is shut, and that nobody wants, is open to whoever has stayed: nothing that waits there is refused",
  () =>
    Effect.scoped(
      Effect.gen(function* () {
        const { shut } = yield* scene
        const way = yield* shut(1)
        yield* TestClock.adjust("3 minutes")
        assert.isNull(way.outage)
        assert.isFalse(yield* Deferred.isDone(way.outageStarted))
      })
    )
)

it.effect("connections that are kept to a gateway end when it is shut", () =>
  Effect.scoped(
    Effect.gen(function* () {
      const { dropped, shut } = yield* scene
      yield* shut(1)
      assert.deepStrictEqual(dropped, [urlOf(1)])
    })
  )
)

layer(IdleConnections.layer)("connections that are kept", (it) => {
  it.effect("end by the address that they go to, however it is written, and only while they are looked after", () =>
    Effect.gen(function* () {
      const lines = yield* IdleConnections
      const agents = { http: new HttpAgent(), https: new HttpsAgent() }
      const idle = (scheme: keyof typeof agents, host: string, port: number) => {
        const socket = new Socket()
        Object.assign(agents[scheme].freeSockets, { [agents[scheme].getName({ host, port })]: [socket] })
        return socket
      }
      const sockets = [
        ["http://one.example.org", idle("http", "one.example.org", 80)],
        ["https://one.example.org/path", idle("https", "one.example.org", 443)],
        ["http://one.example.org:8000", idle("http", "one.example.org", 8_000)],
        ["http://[::1]:7480", idle("http", "::1", 7_480)]
      ] as const
      yield* Effect.scoped(
        Effect.gen(function* () {
          yield* lines.track(Object.values(agents))
          for (const [index, [url]] of sockets.entries()) {
            lines.drop(url)
            assert.deepStrictEqual(
              sockets.map(([, { destroyed }]) => destroyed),
              sockets.map((_, other) => other <= index),
              url
            )
          }
        })
      )
      const later = idle("http", "one.example.org", 80)
      lines.drop("http://one.example.org")
      assert.isFalse(later.destroyed)
      later.destroy()
    })
  )
})

const answers: { end?: ProbeOutcome } = {}
layer(
  EndpointGuard.layer.pipe(
    Layer.provide(
      Layer.succeed(GatewayProbe, () =>
        Effect.suspend(() => (answers.end === undefined ? Effect.never : Effect.succeed(answers.end)))
      )
    ),
    Layer.provide(TestSettings({ gateway: { concurrency: 16 } }))
  )
)("a gateway that is open again", (it) => {
  it.effect("is open to those whose calls hung as to anybody: not to one trial of theirs at a time", () =>
    Effect.gen(function* () {
      const guard = yield* EndpointGuard
      const caller = gatewayCaller(
        { endpointId: 1, url: urlOf(1) },
        { accessKey: "key", secretKey: Redacted.make("secret") }
      )
      yield* TestClock.adjust(1)
      for (let nr = 0; nr < 5; nr++)
        yield* Effect.exit(guard.run(caller, "test", false, Effect.fail(new StorageTimeout({ operation: "test" }))))
      yield* TestClock.adjust("4 seconds")
      assert.isTrue(Exit.isFailure(yield* Effect.exit(guard.run(caller, "test", false, Effect.succeed("answer")))))
      answers.end = "answered"
      yield* TestClock.adjust("10 seconds")
      const first = yield* Effect.forkChild(guard.run(caller, "test", false, Effect.never))
      yield* Effect.yieldNow
      assert.isTrue(Exit.isSuccess(yield* Effect.exit(guard.run(caller, "test", false, Effect.succeed("answer")))))
      yield* Fiber.interrupt(first)
    })
  )
})
