import { assert, layer } from "@effect/vitest"
import { Duration, Effect, Exit, Fiber, Layer, PubSub, Redacted, Stream } from "effect"
import { TestClock } from "effect/testing"
import { type GatewayFailure, StorageTimeout, Unavailable } from "#domain/platform/errors/Errors.ts"
import { ChangeInProgress } from "#services/platform/audit/ChangeInProgress.ts"
import { EndpointGuard, gatewayCaller } from "#layers/gateway/EndpointGuard.ts"
import { ReachabilityEvents } from "#services/gateways/endpoints/ReachabilityEvents.ts"
import { GatewayProbe, type ProbeOutcome } from "#services/gateways/endpoints/GatewayProbe.ts"
import { TestSettings } from "../../support/testSettings.ts"

type Guard = EndpointGuard["Service"]
type Caller = ReturnType<typeof gatewayCaller>

const ends = new Map<string, ProbeOutcome>()
const asked = new Map<string, number>()
const takes = new Map<string, number>()
/** Addresses where the busy process sees the end of a probe seconds later. */
const starved = new Set<string>()
const told: Array<number> = []
const news = Effect.runSync(PubSub.unbounded<number>())

const settings = TestSettings({
  gateway: { timeout: Duration.seconds(20), changeTimeout: Duration.seconds(10), concurrency: 4 }
})
const guard = EndpointGuard.layer.pipe(
  Layer.provide(
    Layer.succeed(GatewayProbe, ({ url }) =>
      Effect.suspend(() => {
        asked.set(url, (asked.get(url) ?? 0) + 1)
        const end = ends.get(url)
        if (starved.has(url)) return Effect.uninterruptible(Effect.as(Effect.sleep("5 seconds"), "silent" as const))
        return end === undefined
          ? Effect.never
          : Effect.delay(Effect.succeed(end), Duration.millis(takes.get(url) ?? 0))
      })
    )
  ),
  Layer.provide(
    Layer.succeed(ReachabilityEvents, {
      publish: (id: number) =>
        Effect.sync(() => {
          told.push(id)
        }),
      received: Stream.fromPubSub(news)
    })
  ),
  Layer.provide(settings)
)

let endpoints = 0
const gateway = (answers?: ProbeOutcome) => {
  const id = ++endpoints
  const url = `http://gateway-${id}.example.org`
  if (answers !== undefined) ends.set(url, answers)
  return {
    id,
    url,
    caller: (name: string) =>
      gatewayCaller({ endpointId: id, url }, { accessKey: name, secretKey: Redacted.make("secret") }),
    asked: () => asked.get(url) ?? 0,
    answers: (end: ProbeOutcome) => ends.set(url, end),
    takes: (millis: number | null) => (millis === null ? ends.delete(url) : takes.set(url, millis))
  }
}

const read = (guard: Guard, caller: Caller, call: Effect.Effect<unknown, GatewayFailure> = Effect.never) =>
  Effect.exit(guard.run(caller, "test.Read", false, call))
const change = (guard: Guard, caller: Caller, call: Effect.Effect<unknown, GatewayFailure> = Effect.never) =>
  Effect.exit(guard.run(caller, "test.Change", false, call, { change: true }))
const errorOf = (exit: Exit.Exit<unknown, GatewayFailure>) =>
  Exit.isFailure(exit) ? Exit.findErrorOption(exit).pipe((found) => (found._tag === "Some" ? found.value : null)) : null

const passes = (guard: Guard, caller: Caller) =>
  Effect.map(read(guard, caller, Effect.succeed("answer")), Exit.isSuccess)

const hangs = (guard: Guard, caller: Caller, seconds = 10) =>
  Effect.gen(function* () {
    const hanging = yield* Effect.forkChild(change(guard, caller))
    yield* TestClock.adjust(Duration.seconds(seconds))
    assert.instanceOf(errorOf(yield* Fiber.join(hanging)), StorageTimeout)
  })
const foundOut = 5

layer(guard)("the way to a gateway", (it) => {
  it.effect("a change has a bound of its own, shorter than a read's, and one that is known to take long its own", () =>
    Effect.gen(function* () {
      const { caller } = gateway("answered")
      const guard = yield* EndpointGuard
      const over: Array<string> = []
      const until = (name: string, call: Effect.Effect<unknown>) =>
        Effect.forkChild(
          Effect.andThen(
            call,
            Effect.sync(() => {
              over.push(name)
            })
          )
        )
      yield* until("change", change(guard, caller("a")))
      yield* until("read", read(guard, caller("a")))
      yield* until(
        "long",
        Effect.exit(
          guard.run(caller("b"), "test.Join", false, Effect.never, { change: true, timeout: Duration.minutes(5) })
        )
      )
      yield* TestClock.adjust("9 seconds")
      assert.deepStrictEqual(over, [])
      yield* TestClock.adjust("1 second")
      assert.deepStrictEqual(over, ["change"])
      yield* TestClock.adjust("10 seconds")
      assert.deepStrictEqual(over, ["change", "read"])
      yield* TestClock.adjust("279 seconds")
      assert.lengthOf(over, 2)
      yield* TestClock.adjust("1 second")
      assert.lengthOf(over, 3)
    })
  )

  it.effect("is not shut where it was this process that had no time to hear an answer", () =>
    Effect.gen(function* () {
      const { asked, caller, url } = gateway()
      const guard = yield* EndpointGuard
      starved.add(url)
      yield* hangs(guard, caller("a"))
      yield* TestClock.adjust("6 seconds")
      assert.isAtLeast(asked(), 1)
      assert.isTrue(yield* passes(guard, caller("b")))
      starved.delete(url)
      yield* hangs(guard, caller("c"), foundOut)
      assert.isFalse(yield* passes(guard, caller("b")))
    })
  )

  it.effect("is shut for all when a question of ours stays without an answer, and opens when one is answered", () =>
    Effect.gen(function* () {
      const { answers, asked, caller, id } = gateway()
      const guard = yield* EndpointGuard
      const one = yield* Effect.forkChild(change(guard, caller("one")))
      yield* TestClock.adjust("2 seconds")
      assert.strictEqual(asked(), 1, "long before its time is over")
      yield* TestClock.adjust("2 seconds")
      assert.isTrue(yield* passes(guard, caller("other")), "one silent call proves nothing")
      // that answer proved the gateway alive: it takes another period of silence
      yield* TestClock.adjust("1 second")
      assert.isTrue(yield* passes(guard, caller("other")), "what answers somebody is there")
      yield* TestClock.adjust("4999 millis")
      assert.isUndefined(one.pollUnsafe())
      yield* TestClock.adjust("1 millis")
      assert.instanceOf(errorOf(yield* Fiber.join(one)), StorageTimeout)
      let sent = 0
      const refused = errorOf(
        yield* change(
          guard,
          caller("third"),
          Effect.sync(() => {
            sent++
          })
        )
      )
      assert.deepInclude(refused, { _tag: "Unavailable", retry_after_seconds: 5 })
      assert.strictEqual(sent, 0)
      assert.deepStrictEqual(
        told.filter((one) => one === id),
        [id]
      )
      yield* TestClock.adjust("60 seconds")
      assert.isFalse(yield* passes(guard, caller("third")))
      answers("answered")
      // a running one stays silent for its 6 s, and the next comes up to 5.5 s later
      yield* TestClock.adjust("12 seconds")
      assert.isTrue(yield* passes(guard, caller("third")))
      assert.isTrue(yield* passes(guard, caller("one")), "nor is it held against those whose calls hung")
      assert.deepStrictEqual(
        told.filter((one) => one === id),
        [id, id]
      )
    })
  )

  it.effect("stays open to all whatever one caller's calls do, while the gateway answers us", () =>
    Effect.gen(function* () {
      const { asked, caller, id } = gateway("answered")
      const guard = yield* EndpointGuard
      for (let round = 0; round < 20; round++) {
        yield* Effect.all(Array.from({ length: 8 }, () => Effect.forkChild(read(guard, caller("slow")))))
        yield* TestClock.adjust("30 seconds")
        assert.isTrue(yield* passes(guard, caller("bystander")))
      }
      assert.isAbove(asked(), 0)
      assert.notInclude(told, id)
      assert.isFalse(yield* passes(guard, caller("slow")), "but to its own")
    })
  )

  it.effect("is asked about once at a time, and while it is shut no more than every two seconds", () =>
    Effect.gen(function* () {
      const { asked, caller } = gateway()
      const guard = yield* EndpointGuard
      yield* Effect.all(["a", "b", "c", "d"].map((name) => Effect.forkChild(change(guard, caller(name)))))
      yield* TestClock.adjust("5 seconds")
      assert.strictEqual(asked(), 1)
      yield* TestClock.adjust("60 seconds")
      assert.isAtLeast(asked(), 6)
      assert.isAtMost(asked(), 9)
    })
  )

  it.effect(
    "that answers us is asked about every two seconds at most, however many calls take long, and not at all " +
      "where others are answered",
    () =>
      Effect.gen(function* () {
        const { asked, caller } = gateway("answered")
        const guard = yield* EndpointGuard
        const out = yield* Effect.all(
          Array.from({ length: 4 }, (_, index) => Effect.forkChild(read(guard, caller(`slow-${index}`))))
        )
        yield* TestClock.adjust("19 seconds")
        assert.isAtLeast(asked(), 5)
        assert.isAtMost(asked(), 9)
        yield* Effect.forEach(out, Fiber.interrupt)
        yield* TestClock.adjust("1 minute")
        assert.isAtMost(asked(), 9, "nothing is out any more")

        const busy = gateway("answered")
        const slow = yield* Effect.forkChild(read(guard, busy.caller("slow")))
        for (let second = 0; second < 19; second++) {
          assert.isTrue(yield* passes(guard, busy.caller("bystander")))
          yield* TestClock.adjust("1 second")
        }
        assert.strictEqual(busy.asked(), 0)
        yield* Fiber.interrupt(slow)
      })
  )

  it.effect(
    "that is slow and lives stays open: what takes long comes about, also where our own question takes its time",
    () =>
      Effect.gen(function* () {
        const { asked, caller, id, takes } = gateway("answered")
        const guard = yield* EndpointGuard
        takes(2_900)
        const slow = yield* Effect.forkChild(
          read(guard, caller("slow"), Effect.delay(Effect.succeed("late"), "18 seconds"))
        )
        const also = yield* Effect.forkChild(
          change(guard, caller("also"), Effect.delay(Effect.succeed("late"), "9 seconds"))
        )
        yield* TestClock.adjust("18 seconds")
        assert.deepStrictEqual(
          [yield* Fiber.join(slow), yield* Fiber.join(also)],
          [Exit.succeed("late"), Exit.succeed("late")]
        )
        assert.isAbove(asked(), 1)
        assert.notInclude(told, id)
      })
  )

  it.effect(
    "whose answers take longer than our question waits is shut for seconds once, and then known to be slow",
    () =>
      Effect.gen(function* () {
        const { caller, id, takes } = gateway("answered")
        const guard = yield* EndpointGuard
        takes(4_000)
        yield* hangs(guard, caller("first"), foundOut)
        assert.isFalse(yield* passes(guard, caller("second")))
        yield* TestClock.adjust("8 seconds")
        for (let round = 0; round < 3; round++) {
          const slow = yield* Effect.forkChild(
            change(guard, caller("first"), Effect.delay(Effect.succeed("late"), "9 seconds"))
          )
          yield* TestClock.adjust("9 seconds")
          assert.deepStrictEqual(yield* Fiber.join(slow), Exit.succeed("late"))
          yield* TestClock.adjust("10 minutes")
        }
        assert.lengthOf(
          told.filter((one) => one === id),
          2,
          "shut and opened once"
        )
        takes(null)
        yield* hangs(guard, caller("first"), 10)
        assert.isFalse(yield* passes(guard, caller("second")))
      })
  )

  it.effect(
    "whoever waits on it is told when it is shut: reads that it is away, changes that nobody knows; what may " +
      "take long goes on",
    () =>
      Effect.gen(function* () {
        const { caller } = gateway()
        const guard = yield* EndpointGuard
        const first = yield* Effect.forkChild(change(guard, caller("first")))
        const long = yield* Effect.forkChild(
          Effect.exit(
            guard.run(caller("long"), "test.Join", false, Effect.delay(Effect.succeed("joined"), "4 minutes"), {
              timeout: Duration.minutes(5)
            })
          )
        )
        yield* TestClock.adjust("1 second")
        const underWay = yield* Effect.forkChild(read(guard, caller("second")))
        const looks = yield* Effect.forkChild(
          Effect.provideService(read(guard, caller("third")), ChangeInProgress, true)
        )
        const waiting = yield* Effect.forkChild(read(guard, caller("fourth")))
        yield* TestClock.adjust("4 seconds")
        assert.instanceOf(errorOf(yield* Fiber.join(first)), StorageTimeout)
        assert.deepInclude(errorOf(yield* Fiber.join(underWay)), { _tag: "Unavailable", retry_after_seconds: 5 })
        assert.instanceOf(errorOf(yield* Fiber.join(looks)), StorageTimeout, "what a change looks at is part of it")
        assert.deepInclude(errorOf(yield* Fiber.join(waiting)), { _tag: "Unavailable", retry_after_seconds: 5 })
        yield* TestClock.adjust("4 minutes")
        assert.deepStrictEqual(yield* Fiber.join(long), Exit.succeed("joined"))
      })
  )

  it.effect("what waits for a turn is refused when it is shut, and was never sent", () =>
    Effect.gen(function* () {
      const { caller } = gateway()
      const guard = yield* EndpointGuard
      const patient = { timeout: Duration.minutes(5) }
      const slow = yield* Effect.forkChild(
        Effect.all(
          ["a", "b"].flatMap((name) =>
            [1, 2].map(() => Effect.ignore(guard.run(caller(name), "test", false, Effect.never, patient)))
          ),
          { concurrency: "unbounded" }
        )
      )
      yield* TestClock.adjust("1 second")
      let sent = 0
      const waiting = yield* Effect.forkChild(
        read(
          guard,
          caller("c"),
          Effect.sync(() => {
            sent++
          })
        )
      )
      const transfer = yield* Effect.forkChild(
        Effect.exit(guard.run({ ...caller("d"), permitPool: "transfers" }, "test", false, Effect.never))
      )
      yield* TestClock.adjust("5 seconds")
      assert.deepInclude(errorOf(yield* Fiber.join(transfer)), { _tag: "Unavailable" })
      assert.deepInclude(errorOf(yield* Fiber.join(waiting)), { _tag: "Unavailable", retry_after_seconds: 5 })
      assert.strictEqual(sent, 0)
      yield* Fiber.interrupt(slow)
    })
  )

  it.effect("that nobody wants to go any more is asked about no more", () =>
    Effect.gen(function* () {
      const { asked, caller } = gateway()
      const guard = yield* EndpointGuard
      yield* hangs(guard, caller("one"), foundOut)
      yield* TestClock.adjust("5 minutes")
      const before = asked()
      yield* TestClock.adjust("1 hour")
      assert.strictEqual(asked(), before)
      assert.isTrue(yield* passes(guard, caller("one")), "whoever comes next finds out anew")
    })
  )

  it.effect("what another process says of it is asked here, and believed no further", () =>
    Effect.gen(function* () {
      const guard = yield* EndpointGuard
      const [away, there] = [gateway("unreached"), gateway("answered")]
      const out = yield* Effect.forkChild(
        Effect.all(
          [away, there].map(({ caller }) => read(guard, caller("out"))),
          { concurrency: "unbounded" }
        )
      )
      yield* TestClock.adjust("1 second")
      yield* Effect.all([away, there].map(({ id }) => PubSub.publish(news, id)))
      yield* TestClock.adjust("1 second")
      assert.deepStrictEqual([away.asked(), there.asked()], [1, 1])
      assert.isFalse(yield* passes(guard, away.caller("next")), "nobody here failed")
      assert.isTrue(yield* passes(guard, there.caller("next")))
      assert.notInclude(told, away.id, "who was told passes nothing on")
      yield* TestClock.adjust("5 seconds")
      away.answers("answered")
      yield* PubSub.publish(news, away.id)
      yield* TestClock.adjust("1 second")
      assert.isTrue(yield* passes(guard, away.caller("next")), "long before a trial of its own")
      yield* Fiber.interrupt(out)
    })
  )

  it.effect("that others told of, and nobody here calls, is asked about with the first call", () =>
    Effect.gen(function* () {
      const { asked, caller, id } = gateway()
      const guard = yield* EndpointGuard
      yield* PubSub.publish(news, id)
      yield* TestClock.adjust("10 seconds")
      assert.strictEqual(asked(), 0)
      const first = yield* Effect.forkChild(change(guard, caller("first")))
      yield* TestClock.adjust("4 seconds")
      assert.instanceOf(errorOf(yield* Fiber.join(first)), StorageTimeout, "after four seconds, not five")
      assert.isFalse(yield* passes(guard, caller("next")))
    })
  )

  it.effect("finds out by itself where it hears nothing from others, and opens by itself", () =>
    Effect.gen(function* () {
      const { answers, caller } = gateway("unreached")
      const guard = yield* EndpointGuard
      const out = yield* Effect.forkChild(read(guard, caller("out")))
      yield* TestClock.adjust("2 seconds")
      yield* PubSub.publish(news, endpoints)
      yield* TestClock.adjust("1 second")
      assert.isFalse(yield* passes(guard, caller("next")))
      answers("answered")
      yield* TestClock.adjust("22 seconds")
      assert.isTrue(yield* passes(guard, caller("next")))
      yield* Fiber.interrupt(out)
    })
  )

  it.effect("a call that was out when nothing was reached any more may still be answered, and opens it for all", () =>
    Effect.gen(function* () {
      const { caller } = gateway("unreached")
      const guard = yield* EndpointGuard
      const out = yield* Effect.forkChild(read(guard, caller("out"), Effect.delay(Effect.succeed("late"), "8 seconds")))
      yield* TestClock.adjust("1 second")
      yield* Effect.all(
        Array.from({ length: 5 }, () => read(guard, caller("a"), Effect.fail(new Unavailable({ detail: "refused" }))))
      )
      assert.isFalse(yield* passes(guard, caller("b")))
      yield* TestClock.adjust("7 seconds")
      assert.isTrue(Exit.isSuccess(yield* Fiber.join(out)))
      assert.isTrue(yield* passes(guard, caller("b")))
    })
  )
})
