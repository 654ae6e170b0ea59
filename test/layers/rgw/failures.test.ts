import { assert, layer } from "@effect/vitest"
import { Duration, Effect, Fiber, Layer, Stream } from "effect"
import { TestClock } from "effect/testing"
import { Gateways } from "#layers/compose/Gateways.ts"
import type { FaultEffect } from "#sandbox/Faults.ts"
import { BucketGateway } from "#services/buckets/BucketGateway.ts"
import { EndpointProbe } from "#services/gateways/endpoints/EndpointProbe.ts"
import type { AdminTarget } from "#domain/gateways/endpoints/Targets.ts"
import {
  type AdminOps,
  adminOps,
  adminTarget,
  type AdminScene,
  as,
  probeTarget,
  sceneOf
} from "../../gateway/contract/adminGateway.ts"
import { targetOf } from "../../gateway/contract/s3Gateway.ts"
import { TestSettings } from "../../support/testSettings.ts"
import { freshSandbox } from "../sandbox/support.ts"
import { anyIntent } from "../../support/anyIntent.ts"
import type { GatewayIntent } from "#services/platform/audit/GatewayIntent.ts"
import { newAccessKey, newAccountId } from "#services/accounts/gatewayNames.ts"

const gatewaysWithTimeout = (timeout: Duration.Duration) =>
  Gateways.pipe(Layer.provide(TestSettings({ gateway: { timeout, concurrency: 64 } })), Layer.merge(anyIntent))
const Impatient = gatewaysWithTimeout(Duration.seconds(2))
// an immediate answer must not look late on a busy machine
const Patient = gatewaysWithTimeout(Duration.seconds(30))

const all = { _tag: "All" } as const

const documents = (
  rgw: AdminOps,
  t: () => AdminTarget,
  account: AdminScene["account"]
): ReadonlyArray<Effect.Effect<unknown, unknown, GatewayIntent>> => [
  rgw.info(t()),
  rgw.account(t(), account.id),
  rgw.createAccount(t(), { id: newAccountId(), name: "made", email: null, limits: {} }),
  rgw.user(t(), account.rootUid),
  rgw.createUser(t(), {
    uid: "made",
    displayName: "Made",
    email: null,
    accountRootOf: null,
    accessKey: newAccessKey()
  }),
  rgw.mintKey(t(), account.rootUid, newAccessKey()),
  rgw.accountRoots(t(), account.id),
  rgw.bucketNames(t(), all),
  rgw.bucket(t(), "sample-empty")
]

/** Statistics may take a minute, so they have their own timeout. */
const statistics = (
  rgw: AdminOps,
  t: () => AdminTarget,
  { rootUid }: AdminScene["account"]
): ReadonlyArray<Effect.Effect<unknown, unknown, GatewayIntent>> => [
  Stream.runCollect(rgw.bucketStatistics(t(), all, [])),
  Stream.runCollect(rgw.bucketStatistics(t(), { _tag: "Uid", uid: rootUid }, []))
]

const removals = (
  rgw: AdminOps,
  t: () => AdminTarget,
  account: AdminScene["account"]
): ReadonlyArray<Effect.Effect<unknown, unknown, GatewayIntent>> => [
  rgw.removeKey(t(), "NOSUCHKEYNOSUCHKEY00"),
  rgw.removeUser(t(), "nobody"),
  rgw.removeAccount(t(), account.id)
]

const scene = Effect.gen(function* () {
  const gateway = yield* Effect.orDie(freshSandbox({ seed: true }))
  yield* Effect.addFinalizer(() => Effect.sync(() => gateway.faults.clear()))
  const rgw = yield* adminOps
  // an own endpoint for each call, or the circuit breaker would answer for the gateway
  return { gateway, rgw, fresh: () => adminTarget(gateway.url, gateway.admin), account: sceneOf(gateway).account }
})

type Fault = readonly [what: string, effect: FaultEffect, tag: string, kinds: ReadonlyArray<typeof documents>]

const wrongAnswers: ReadonlyArray<Fault> = [
  ["503", 503, "StorageError", [documents, statistics, removals]],
  ["a proxy's page", "html", "StorageError", [documents, statistics, removals]],
  ["a reset", "reset", "StorageError", [documents, statistics, removals]],
  ["half an answer", "truncated", "StorageError", [documents, statistics]],
  ["an empty 200", "empty-200", "StorageError", [documents, statistics]]
]

const lateAnswers: ReadonlyArray<Fault> = [
  ["silence", "hang", "StorageTimeout", [documents, removals]],
  ["what it has to say, but too late", { delayMs: 3_000 }, "StorageTimeout", [documents, removals]]
]

for (const [gateways, faults] of [
  [Patient, wrongAnswers],
  [Impatient, lateAnswers]
] as const) {
  layer(gateways, { excludeTestServices: true })("an Admin Ops API that answers with", (it) => {
    for (const [what, effect, tag, kinds] of faults) {
      it.effect(`${what} is a typed failure of every call within its time-out`, () =>
        Effect.gen(function* () {
          const { account, fresh, gateway, rgw } = yield* scene
          gateway.faults.inject({ match: {}, effect })
          const calls = kinds.flatMap((kind) => kind(rgw, fresh, account))
          const errors = yield* Effect.forEach(calls, Effect.flip, { concurrency: "unbounded" })
          assert.deepStrictEqual(
            errors.map((error) => (error as { readonly _tag: string })._tag),
            calls.map(() => tag)
          )
        })
      )
    }
  })
}

layer(Patient, { excludeTestServices: true })("an Admin Ops API that answers with", (it) => {
  it.effect("nothing at all is unavailable", () =>
    Effect.gen(function* () {
      const { account, rgw } = yield* scene
      const down = () => adminTarget("http://127.0.0.1:1", { accessKey: "a", secretKey: "b" })
      for (const call of [documents, statistics, removals].flatMap((kind) => kind(rgw, down, account))) {
        assert.deepInclude(yield* Effect.flip(call), { _tag: "Unavailable" })
      }
    })
  )
})

layer(Impatient, { excludeTestServices: true })("an Admin Ops API that answers with", (it) => {
  it.effect("an address that is never asked is unavailable, and nothing is sent", () =>
    Effect.gen(function* () {
      const { rgw } = yield* scene
      const target = adminTarget("http://169.254.169.254", { accessKey: "a", secretKey: "b" })
      assert.deepInclude(yield* Effect.flip(rgw.info(target)), { _tag: "Unavailable" })
      const probe = yield* EndpointProbe
      const check = (url: string) => probe.check({ url, healthUrl: null, verifyTls: true })
      assert.deepInclude((yield* check("http://[fe80::1]")).trouble, { finding: "unreachable" })
      const buckets = yield* BucketGateway
      assert.deepInclude(
        yield* Effect.flip(
          buckets.list(targetOf("http://[::ffff:169.254.169.254]", { accessKey: "a", secretKey: "b" }))
        ),
        { _tag: "Unavailable" }
      )
    })
  )

  it.effect("a reset once is tried again where nothing can happen twice, and nowhere else", () =>
    Effect.gen(function* () {
      const { account, fresh, gateway, rgw } = yield* scene
      const read = gateway.faults.inject({ match: { op: "AdminUserGet" }, effect: "reset", times: 1 })
      assert.strictEqual((yield* rgw.user(fresh(), account.rootUid)).uid, account.rootUid)
      assert.strictEqual(read.hits(), 1)
      gateway.faults.inject({ match: { op: "AdminUserKeyPut" }, effect: "reset-after", times: 1 })
      gateway.faults.resetCalls()
      assert.deepInclude(yield* Effect.flip(rgw.mintKey(fresh(), account.rootUid, newAccessKey())), {
        _tag: "StorageError",
        storage_code: "ConnectionBroken"
      })
      assert.strictEqual(gateway.faults.calls({ op: "AdminUserKeyPut" }).length, 1)
    })
  )

  it.effect("failures five times is left alone for a while", () =>
    Effect.gen(function* () {
      const { fresh, gateway, rgw } = yield* scene
      const target = fresh()
      gateway.faults.inject({ match: {}, effect: "html" })
      yield* Effect.forEach([1, 2, 3, 4, 5], () => Effect.flip(rgw.info(target)))
      gateway.faults.resetCalls()
      assert.strictEqual((yield* Effect.flip(rgw.info(target)))._tag, "Unavailable")
      assert.strictEqual(gateway.faults.calls().length, 0)
    })
  )

  for (const effect of [503, "html", "empty-200", "reset"] as const) {
    it.effect(`${effect} is not alive to the probe`, () =>
      Effect.gen(function* () {
        const { fresh, gateway } = yield* scene
        const probe = yield* EndpointProbe
        gateway.faults.inject({
          match: {},
          effect: effect === 503 ? { status: 503, body: "<html>busy</html>" } : effect
        })
        const { trouble } = yield* probe.check({ url: gateway.url, healthUrl: null, verifyTls: true })
        assert.strictEqual(
          trouble?.finding,
          effect === 503 ? "gateway_failing" : effect === "reset" ? "connection_broken" : "not_s3"
        )
        const target = fresh()
        const { cluster_id, evidence } = yield* probe.features(yield* probeTarget(target))
        assert.deepStrictEqual(
          [cluster_id, evidence.map(({ available, feature }) => [feature, available])],
          [null, [["liveness", false]]]
        )
      })
    )
  }

  const spoken = [
    [{ status: 403, code: "InvalidAccessKeyId" }, "unknown_access_key"],
    [{ status: 403, code: "SignatureDoesNotMatch" }, "wrong_secret_key"],
    [{ status: 403, code: "RequestTimeTooSkewed" }, "clock_skew"],
    [{ status: 403, code: "UserSuspended" }, "key_suspended"],
    ["html", "not_s3"],
    ["reset", "connection_broken"],
    [503, "gateway_failing"]
  ] as const
  for (const [effect, finding] of spoken) {
    it.effect(`the probe says ${finding} of a gateway that answers ${JSON.stringify(effect)}`, () =>
      Effect.gen(function* () {
        const { fresh, gateway } = yield* scene
        // if only the key is refused, the greeting passes
        gateway.faults.inject({ match: typeof effect === "object" ? { pathIncludes: "/admin/info" } : {}, effect })
        const { diagnosis, evidence } = yield* (yield* EndpointProbe).features(
          yield* probeTarget(
            typeof effect === "object" ? as(fresh(), { accessKey: "UNKNOWN", secretKey: "nothing" }) : fresh()
          )
        )
        assert.strictEqual(diagnosis.finding, finding)
        assert.isFalse(evidence.some(({ available, feature }) => feature !== "liveness" && available !== null))
      })
    )
  }

  it.effect(
    "the probe says that an address without TLS is asked by https, and that nobody listens at a closed port",
    () =>
      Effect.gen(function* () {
        const { fresh, gateway } = yield* scene
        const probe = yield* EndpointProbe
        const target = yield* probeTarget(fresh())
        const secure = gateway.url.replace("http:", "https:")
        assert.strictEqual(
          (yield* probe.features({ ...target, url: secure, adminUrl: secure })).diagnosis.finding,
          "no_tls"
        )
        const closed = "http://127.0.0.1:1"
        assert.strictEqual(
          (yield* probe.features({ ...target, url: closed, adminUrl: closed })).diagnosis.finding,
          "unreachable"
        )
      })
  )

  it.effect("the probe only asks: no bucket, no sub-resource, nothing that changes anything", () =>
    Effect.gen(function* () {
      const { fresh, gateway } = yield* scene
      const target = fresh()
      yield* (yield* EndpointProbe).features(yield* probeTarget(target))
      const sent = gateway.faults.calls()
      assert.isAtLeast(sent.length, 10)
      for (const { method, path, query } of sent) {
        assert.match(`${method} ${path}`, /^(GET \/(admin\/(info|account|usage|user|bucket|metadata\/user))?|POST \/)$/)
        for (const name of new URLSearchParams(query).keys())
          assert.include(["id", "uid", "access-key", "bucket", "max-entries", "show-entries", "show-summary"], name)
      }
    })
  )
})

layer(Impatient)("statistics of a gateway that falls silent", (it) => {
  it.effect("time out too, each page in the minute that it may take", () =>
    Effect.gen(function* () {
      const { account, fresh, gateway, rgw } = yield* scene
      gateway.faults.inject({ match: { op: "AdminBucketStats" }, effect: "hang" })
      for (const call of statistics(rgw, fresh, account)) {
        gateway.faults.resetCalls()
        const fiber = yield* Effect.forkChild(Effect.flip(call))
        // the whole cluster times out owner by owner
        const moment = Effect.promise(() => new Promise((resolve) => setTimeout(resolve, 20)))
        while (gateway.faults.calls({ op: "AdminBucketStats" }).length === 0) yield* moment
        while (fiber.pollUnsafe() === undefined) {
          yield* moment
          yield* TestClock.adjust(Duration.minutes(1))
        }
        assert.deepInclude(yield* Fiber.join(fiber), { _tag: "StorageTimeout" })
      }
    })
  )
})
