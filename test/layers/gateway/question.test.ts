import { assert, layer } from "@effect/vitest"
import { Duration, Effect, Exit, Fiber, Layer, Option, Schedule } from "effect"
import { StorageTimeout, Unavailable } from "#domain/platform/errors/Errors.ts"
import { Gateways } from "#layers/compose/Gateways.ts"
import { BucketGateway } from "#services/buckets/BucketGateway.ts"
import { GatewayProbe } from "#services/gateways/endpoints/GatewayProbe.ts"
import { GatewayProbeHttp } from "#layers/rgw/GatewayProbeHttp.ts"
import { GatewayHttp } from "#layers/rgw/GatewayHttp.ts"
import { Outbound } from "#layers/outbound/Outbound.ts"
import { contractGateways, freshName } from "../../gateway/contract/s3Gateway.ts"
import { anyIntent } from "../../support/anyIntent.ts"
import { freePort } from "../../support/freePort.ts"
import { gatewayProxy, type Passage } from "../../support/GatewayProxy.ts"
import { requirement } from "../../support/Requirement.ts"
import { TestSettings } from "../../support/testSettings.ts"

const settings = TestSettings({ gateway: { timeout: Duration.seconds(1), concurrency: 16 } })
/** Calls may take far longer than a test: only silence ends them earlier. */
const Patient = Gateways.pipe(
  Layer.provide(
    TestSettings({ gateway: { timeout: Duration.minutes(5), changeTimeout: Duration.minutes(5), concurrency: 16 } })
  ),
  Layer.merge(anyIntent)
)
const Impatient = Gateways.pipe(Layer.provide(settings), Layer.merge(anyIntent))
const Question = GatewayProbeHttp.pipe(
  Layer.provide(GatewayHttp.layer),
  Layer.provide(Outbound.layer),
  Layer.provide(settings)
)

let endpoints = 500
for (const { lack, name, owners } of await contractGateways()) {
  requirement(name, lack)(name, () => {
    const scene = Effect.gen(function* () {
      const { other, owner } = yield* owners
      const proxy = yield* gatewayProxy(owner.url)
      const endpointId = ++endpoints
      const at = { url: proxy.url, endpointId }
      let questions = 0
      return {
        proxy,
        owner: { ...owner, ...at },
        other: { ...other, ...at },
        asked: () => questions,
        set: (passage: (path: string) => Passage) =>
          proxy.set((method, path) => {
            if (method === "GET" && path === "/") questions++
            return passage(path)
          })
      }
    })

    layer(Patient, { excludeTestServices: true, timeout: "60 seconds" })((it) => {
      it.effect(
        "the first callers of one that hangs are told as soon as our own question is silent too: who reads " +
          "that it is away, who changes that nobody knows",
        () =>
          Effect.gen(function* () {
            const buckets = yield* BucketGateway
            const { asked, other, owner, proxy, set } = yield* scene
            set(() => "hold the request")
            const [read, change] = yield* Effect.all(
              [
                Effect.flip(buckets.exists(other, freshName())),
                Effect.flip(buckets.create(owner, freshName(), { objectLock: false }))
              ],
              { concurrency: "unbounded" }
            )
            assert.deepInclude(read, { _tag: "Unavailable", retry_after_seconds: 5 })
            assert.instanceOf(change, StorageTimeout)
            assert.strictEqual(asked(), 1)
            assert.lengthOf(proxy.held, 3)
          }),
        60_000
      )

      it.effect(
        "what takes long at one that lives is asked about, not given up",
        () =>
          Effect.gen(function* () {
            const buckets = yield* BucketGateway
            const { asked, other, owner, proxy, set } = yield* scene
            const slow = freshName()
            let answered = () => {}
            const answer = new Promise<void>((resolve) => {
              answered = resolve
            })
            set((path) => (path.startsWith(`/${slow}`) ? { until: answer } : "pass"))
            const waiting = yield* Effect.forkChild(buckets.exists(owner, slow))
            yield* Effect.repeat(Effect.sync(asked), {
              until: (times) => times >= 2,
              schedule: Schedule.spaced("50 millis")
            })
            assert.isFalse(yield* buckets.exists(other, freshName()))
            assert.isUndefined(waiting.pollUnsafe())
            answered()
            assert.isFalse(yield* Fiber.join(waiting))
            assert.lengthOf(proxy.held, 1)
          }),
        60_000
      )
    })

    layer(Layer.merge(Impatient, Question), { excludeTestServices: true, timeout: "60 seconds" })((it) => {
      it.effect(
        "a caller whose calls hang closes the way for itself, and for nobody else",
        () =>
          Effect.gen(function* () {
            const buckets = yield* BucketGateway
            const { asked, other, owner, set } = yield* scene
            const slow = freshName()
            set((path) => (path.startsWith(`/${slow}`) ? "hold the request" : "pass"))
            for (let round = 0; round < 3; round++) {
              const exits = yield* Effect.all(
                Array.from({ length: 8 }, () => Effect.exit(buckets.exists(owner, slow))),
                { concurrency: "unbounded" }
              )
              assert.isTrue(exits.every(Exit.isFailure))
              assert.isFalse(yield* buckets.exists(other, freshName()))
            }
            assert.isAbove(asked(), 0, "the gateway was asked, and answered")
            assert.isFalse(yield* buckets.exists(other, freshName()))
          }),
        60_000
      )

      it.effect(
        "one that hangs for all is closed for all, sent nothing, and open once it answers us",
        () =>
          Effect.gen(function* () {
            const buckets = yield* BucketGateway
            const { other, owner, proxy, set } = yield* scene
            assert.isFalse(yield* buckets.exists(other, freshName()))
            set(() => "hold the request")
            assert.instanceOf(
              yield* Effect.flip(buckets.create(owner, freshName(), { objectLock: false })),
              StorageTimeout
            )
            const look = Effect.flip(buckets.exists(other, freshName()))
            assert.instanceOf(
              yield* Effect.repeat(look, {
                until: (error) => error instanceof Unavailable,
                schedule: Schedule.spaced("50 millis")
              }),
              Unavailable
            )
            const named = () => proxy.held.filter((request) => request !== "GET /").length
            const before = named()
            yield* Effect.all(
              Array.from({ length: 20 }, () => look),
              { concurrency: "unbounded" }
            )
            assert.strictEqual(named(), before)
            set(() => "pass")
            yield* Effect.repeat(Effect.exit(buckets.exists(other, freshName())), {
              until: Exit.isSuccess,
              schedule: Schedule.spaced("50 millis")
            }).pipe(Effect.timeout("30 seconds"))
            assert.isFalse(yield* buckets.exists(owner, freshName()), "nor is it held against whose call hung")
          }),
        60_000
      )

      it.effect(
        "our own question is answered by whatever is there, and tells where nothing is from who says nothing",
        () =>
          Effect.gen(function* () {
            const question = yield* GatewayProbe
            const { asked, owner, proxy, set } = yield* scene
            set(() => "pass")
            const at = (url: string, userSupplied = false) =>
              Effect.map(
                Effect.timeoutOption(question({ url, verifyTls: true, userSupplied }), "2 seconds"),
                Option.getOrNull
              )
            assert.strictEqual(yield* at(owner.url), "answered")
            proxy.set(() => "refuse")
            assert.strictEqual(yield* at(owner.url), "answered")
            proxy.set(() => "cut")
            assert.strictEqual(yield* at(owner.url), "answered")
            proxy.set(() => "hold the request")
            assert.isNull(yield* at(owner.url))
            assert.strictEqual(yield* at(`http://127.0.0.1:${yield* Effect.promise(freePort)}`), "unreached")
            assert.strictEqual(
              yield* at("http://169.254.169.254"),
              "unreached",
              "where nobody's gateway is nothing is sent"
            )
            set(() => "pass")
            const before = asked()
            assert.strictEqual(
              yield* at(owner.url, true),
              "answered",
              "what our own rules refuse says nothing against a gateway"
            )
            assert.strictEqual(asked(), before, "and was never sent")
          }),
        60_000
      )
    })
  })
}
