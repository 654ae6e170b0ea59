import { assert, it, layer } from "@effect/vitest"
import { Duration, Effect, Exit, Fiber, Layer, Redacted } from "effect"
import { TestClock } from "effect/testing"
import {
  type GatewayFailure,
  NotFound,
  StorageError,
  StorageTimeout,
  Unavailable
} from "#domain/platform/errors/Errors.ts"
import { EndpointGuard, gatewayCaller } from "#layers/gateway/EndpointGuard.ts"
import { CONNECTION_BROKEN, failureOfNodeError, GARBLED_ANSWER, wasNeverSent } from "#layers/gateway/failures.ts"
import { ConcurrencyLimits } from "#layers/gateway/ConcurrencyLimits.ts"
import { CLOSED_BREAKER } from "#layers/gateway/breaker.ts"
import { TestSettings } from "../../support/testSettings.ts"

const concurrency = 4
const settings = TestSettings({ gateway: { timeout: Duration.seconds(5), concurrency } })

let endpoints = 0
const endpoint = () => {
  const target = { endpointId: ++endpoints, url: "http://gateway.example.org" }
  return (name: string, secret = "secret") =>
    gatewayCaller(target, { accessKey: name, secretKey: Redacted.make(secret) })
}

const storageError = (storage_code: string, storage_status: number | null) =>
  new StorageError({ operation: "test", storage_code, storage_status, storage_request_id: null, detail: "" })

const against: Readonly<Record<string, GatewayFailure>> = {
  "a time-out": new StorageTimeout({ operation: "test" }),
  "a server error": storageError("InternalError", 500),
  "a broken connection": storageError(CONNECTION_BROKEN, null),
  nonsense: storageError("UnreadableAnswer", 200)
}

const forNobody: Readonly<Record<string, unknown>> = {
  "one garbled answer": storageError(GARBLED_ANSWER, null),
  "a refusal": storageError("AccessDenied", 403),
  "what the gateway does not support": storageError("NotImplemented", 501),
  "a request to slow down": storageError("SlowDown", 503),
  "an absence": new NotFound({ entity: "Storage", id: "x" })
}

const fails = (error: unknown) => Effect.fail(error as GatewayFailure)
const often = (
  guard: EndpointGuard["Service"],
  caller: ReturnType<typeof gatewayCaller>,
  call: Effect.Effect<unknown, GatewayFailure>,
  times = 20
) => Effect.forEach(Array.from({ length: times }), () => Effect.exit(guard.run(caller, "test", false, call)))

const passes = (guard: EndpointGuard["Service"], caller: ReturnType<typeof gatewayCaller>) =>
  Effect.map(Effect.exit(guard.run(caller, "test", false, Effect.succeed("answer"))), Exit.isSuccess)

layer(EndpointGuard.layer.pipe(Layer.provide(settings)))("the guard of an endpoint", (it) => {
  for (const [what, error] of Object.entries(against)) {
    it.effect(`${what} twenty times closes the way for who asked, and for nobody else`, () =>
      Effect.gen(function* () {
        const guard = yield* EndpointGuard
        const caller = endpoint()
        yield* often(guard, caller("attacker"), fails(error))
        assert.isFalse(yield* passes(guard, caller("attacker")))
        assert.isTrue(yield* passes(guard, caller("bystander")))
        assert.isTrue(
          yield* passes(guard, caller("attacker", "its owner's true secret")),
          "knowing an access key is not being its owner"
        )
      })
    )
  }

  for (const [what, error] of Object.entries(forNobody)) {
    it.effect(`${what} twenty times closes the way for nobody, not even for who asked`, () =>
      Effect.gen(function* () {
        const guard = yield* EndpointGuard
        const caller = endpoint()
        yield* often(guard, caller("asker"), fails(error))
        assert.isTrue(yield* passes(guard, caller("asker")))
      })
    )
  }

  it.effect("a fault of ours says nothing about a gateway", () =>
    Effect.gen(function* () {
      const guard = yield* EndpointGuard
      const caller = endpoint()
      yield* often(guard, caller("asker"), Effect.die(new Error("ours")))
      assert.isTrue(yield* passes(guard, caller("asker")))
    })
  )

  it.effect(
    "refuses every caller of an unreachable gateway, probes it after 2 s ± 10 %, and admits all when it answers",
    () =>
      Effect.gen(function* () {
        const guard = yield* EndpointGuard
        const caller = endpoint()
        yield* often(guard, caller("one"), fails(new Unavailable({ detail: "refused" })), 5)
        assert.isFalse(yield* passes(guard, caller("one")))
        assert.isFalse(yield* passes(guard, caller("other")))
        yield* TestClock.adjust("1790 millis")
        assert.isFalse(yield* passes(guard, caller("other")), "the first probe is not due yet")
        yield* TestClock.adjust("420 millis")
        assert.isTrue(yield* passes(guard, caller("other")))
        assert.isTrue(yield* passes(guard, caller("one")))
      })
  )

  it.effect("whoever fails cannot use up the trial of the others", () =>
    Effect.gen(function* () {
      const guard = yield* EndpointGuard
      const caller = endpoint()
      yield* often(guard, caller("attacker"), fails(against["a server error"]), 5)
      for (let second = 0; second < 100; second++) {
        yield* TestClock.adjust("1 second")
        yield* often(guard, caller("attacker"), fails(against["a time-out"]), 2)
        assert.isTrue(yield* passes(guard, caller("bystander")))
      }
    })
  )

  it.effect("one caller's slow calls take half of the turns", () =>
    Effect.gen(function* () {
      const guard = yield* EndpointGuard
      const caller = endpoint()
      const slow = yield* Effect.forkChild(
        Effect.all(
          Array.from({ length: 10 }, () => Effect.ignore(guard.run(caller("slow"), "test", false, Effect.never))),
          { concurrency: "unbounded" }
        )
      )
      yield* Effect.yieldNow
      assert.isTrue(yield* passes(guard, caller("bystander")))
      yield* Fiber.interrupt(slow)
    })
  )

  it.effect("who waits for a turn as long as a call may take is told so", () =>
    Effect.gen(function* () {
      const guard = yield* EndpointGuard
      const caller = endpoint()
      const patient = { timeout: Duration.minutes(5) }
      const slow = yield* Effect.forkChild(
        Effect.all(
          ["a", "b", "c"].flatMap((name) =>
            [1, 2].map(() => Effect.ignore(guard.run(caller(name), "test", false, Effect.never, patient)))
          ),
          { concurrency: "unbounded" }
        )
      )
      yield* Effect.yieldNow
      const waiting = yield* Effect.forkChild(Effect.flip(guard.run(caller("late"), "test", false, Effect.succeed(1))))
      yield* TestClock.adjust("5 seconds")
      assert.deepInclude(yield* Fiber.join(waiting), { _tag: "Unavailable" })
      yield* Fiber.interrupt(slow)
      assert.isTrue(yield* passes(guard, caller("late")), "turns that were given up are there again")
    })
  )
})

it("keys that strangers make up leave nothing behind", () => {
  const gates = new ConcurrencyLimits(4)
  for (let n = 0; n < 50_000; n++) gates.leave(`stranger ${n}`, gates.enter(`stranger ${n}`))
  assert.strictEqual(gates.size, 0)
  for (let n = 0; n < 50_000; n++) {
    const gate = gates.enter(`failing ${n}`)
    gate.breaker = { _tag: "Closed", failures: 1 }
    gates.leave(`failing ${n}`, gate)
  }
  assert.isAtMost(gates.size, 10_000)
  const gate = gates.enter("failing 49999")
  assert.notDeepEqual(gate.breaker, CLOSED_BREAKER)
})

it("what Node refuses to send is a fault of ours; what a peer does to a connection is not", () => {
  const withCode = (code: string) => Object.assign(new Error(code), { code })
  for (const code of [
    "ERR_INVALID_CHAR",
    "ERR_HTTP_INVALID_HEADER_VALUE",
    "ERR_UNESCAPED_CHARACTERS",
    "ERR_INVALID_URL"
  ])
    assert.isTrue(wasNeverSent(withCode(code)), code)
  assert.isTrue(wasNeverSent(new URIError("URI malformed")))
  for (const code of [
    "ECONNRESET",
    "ECONNREFUSED",
    "HPE_INVALID_CONSTANT",
    "ERR_TLS_CERT_ALTNAME_INVALID",
    "ERR_SSL_WRONG_VERSION_NUMBER"
  ])
    assert.isFalse(wasNeverSent(withCode(code)), code)
  assert.deepInclude(failureOfNodeError("x", withCode("HPE_INVALID_CONSTANT")), { storage_code: GARBLED_ANSWER })
})
