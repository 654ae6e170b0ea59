import { assert, layer } from "@effect/vitest"
import { Effect, Fiber, Redacted, Stream } from "effect"
import { readdirSync, readFileSync } from "node:fs"
import * as path from "node:path"
import { inspect } from "node:util"
import { makeSandbox } from "#sandbox/Sandbox.ts"
import {
  adminOps,
  adminGateways,
  adminTarget,
  freshUser,
  GatewayAdapters,
  sceneOf,
  unique
} from "../../gateway/contract/adminGateway.ts"
import { gate } from "../../support/gate.ts"
import { gatewayProxy } from "../../support/GatewayProxy.ts"
import { requirement } from "../../support/Requirement.ts"
import { freshSandbox, temporaryDirectory } from "../sandbox/support.ts"
import { newAccessKey } from "#services/accounts/gatewayNames.ts"

const sandbox = Effect.map(Effect.orDie(freshSandbox({ seed: true })), (gateway) => ({ gateway, ...sceneOf(gateway) }))

layer(GatewayAdapters, { excludeTestServices: true })("a gateway's habits on command:", (it) => {
  it.effect("T1 extra bytes after an answer spoil no other call", () =>
    Effect.gen(function* () {
      const { account, gateway, target } = yield* sandbox
      const rgw = yield* adminOps
      const fault = gateway.faults.inject({ match: { op: "AdminAccountGet" }, effect: "extra-bytes" })
      yield* Effect.forEach(
        Array.from({ length: 60 }),
        (_, index) =>
          index % 3 === 0
            ? Effect.asVoid(rgw.account(target, account.id))
            : Effect.asVoid(rgw.user(target, account.rootUid)),
        { concurrency: 8, discard: true }
      )
      assert.isAbove(fault.hits(), 0)
    })
  )

  it.effect("T2 users are read many at a time, so that a lag of each answer does not add up", () =>
    Effect.gen(function* () {
      const { account, gateway, target } = yield* sandbox
      const rgw = yield* adminOps
      yield* Effect.forEach(Array.from({ length: 30 }), () => freshUser(target), { concurrency: 8 })
      const proxy = yield* gatewayProxy(gateway.url)
      const { open, until } = gate()
      proxy.set((method, path) => (method === "GET" && path.startsWith("/admin/user?") ? { until } : "pass"))
      const asked = yield* Effect.forkChild(rgw.accountRoots({ ...target, url: proxy.url }, account.id))
      // of serial reads, the second would wait for the first for ever
      while (proxy.held.length < 8) yield* Effect.sleep("10 millis")
      open()
      assert.deepStrictEqual(yield* Fiber.join(asked), [account.rootUid])
    })
  )

  it("A16 A17 no bucket is moved, renamed, cut off or deleted through Admin Ops", () => {
    const folder = path.resolve(import.meta.dirname, "../../../layers/rgw")
    const text = readdirSync(folder, { recursive: true, encoding: "utf8" })
      .filter((name) => name.endsWith(".ts"))
      .map((name) => readFileSync(path.join(folder, name), "utf8"))
      .join("\n")
    const asked = Array.from(
      text.matchAll(/method: "([A-Z]+)",\s+path: "\/bucket"([^]{0,200})/g),
      ([, method, rest]) => [method, rest] as const
    )
    // `documents` sends GET alone
    const reads = Array.from(
      text.matchAll(/\.documents\(\s*target,\s*\{\s*operation: "\w+",\s*path: "\/bucket"/g)
    ).length
    assert.lengthOf(asked, Array.from(text.matchAll(/path: "\/bucket"/g)).length - reads, "each is looked at")
    assert.isAbove(asked.length, 3)
    for (const [method, rest = ""] of asked)
      assert.isTrue(method === "GET" || (method === "PUT" && /quota: ""/.test(rest)), `${method} ${rest}`)
    assert.notMatch(text, /purge-objects|new-bucket-name/)
  })

  it.effect("T3 T8 a refusal has words of ours, whichever code the gateway gives a bad key", () =>
    Effect.gen(function* () {
      const { gateway, target } = yield* sandbox
      const rgw = yield* adminOps
      const details = yield* Effect.forEach(["AccessDenied", "InvalidAccessKeyId", "SignatureDoesNotMatch"], (code) => {
        gateway.faults.inject({
          match: { op: "AdminInfoGet" },
          effect: { status: 403, code, message: "internal words" },
          times: 1
        })
        return Effect.flip(rgw.info(target))
      })
      for (const error of details) assert.notInclude(JSON.stringify(error), "internal words")
      assert.strictEqual(
        new Set(details.map((error) => (error._tag === "StorageError" ? error.detail : error._tag))).size,
        1
      )
    })
  )

  it.effect("A7 the secrets in an answer are in no user, no printed key and no failure", () =>
    Effect.gen(function* () {
      const { account, gateway, target } = yield* sandbox
      const rgw = yield* adminOps
      const { key, user } = yield* freshUser(target)
      const secret = Redacted.value(key.secret_key)
      for (const shown of [
        user,
        key,
        yield* rgw.user(target, user.uid),
        yield* rgw.mintKey(target, user.uid, newAccessKey())
      ]) {
        assert.notInclude(JSON.stringify(shown) + inspect(shown, { depth: 9 }), secret)
      }
      const body = JSON.stringify({ user_id: 7, keys: [{ access_key: "K", secret_key: account.key.secretKey }] })
      gateway.faults.inject({ match: { op: "AdminUserGet" }, effect: { body, contentType: "application/json" } })
      const error = yield* Effect.flip(rgw.user(target, user.uid))
      assert.strictEqual(error._tag, "StorageError")
      assert.notInclude(JSON.stringify(error) + inspect(error, { depth: 9 }), account.key.secretKey)
    })
  )

  it.effect("NUL and half characters in what it says arrive as text that a database can hold", () =>
    Effect.gen(function* () {
      const { account, gateway, target } = yield* sandbox
      const rgw = yield* adminOps
      const said = {
        user_id: "nul",
        display_name: "A\0B 😀 \ud800",
        email: "",
        suspended: 0,
        keys: [],
        account_id: "",
        type: "rgw"
      }
      gateway.faults.inject({
        match: { op: "AdminUserGet" },
        effect: { body: JSON.stringify(said), contentType: "application/json" },
        times: 1
      })
      const user = yield* rgw.user(target, account.rootUid)
      assert.strictEqual(user.display_name, "A\ufffdB 😀 \ufffd")
      gateway.faults.inject({
        match: { op: "AdminInfoGet" },
        effect: { status: 403, code: "Access\0Denied\udc00", message: "" },
        times: 1
      })
      const error = yield* Effect.flip(rgw.info(target))
      assert.strictEqual(error._tag === "StorageError" && error.storage_code, "Access\ufffdDenied\ufffd")
    })
  )

  it.effect("A9 an answer without the new key is a failure, and never somebody else's key", () =>
    Effect.gen(function* () {
      const { account, gateway, target } = yield* sandbox
      const body = JSON.stringify([{ user: account.rootUid, access_key: account.key.accessKey, secret_key: "s" }])
      gateway.faults.inject({ match: { op: "AdminUserKeyPut" }, effect: { body, contentType: "application/json" } })
      assert.deepInclude(yield* Effect.flip((yield* adminOps).mintKey(target, account.rootUid, newAccessKey())), {
        _tag: "StorageError",
        storage_code: "UnreadableAnswer"
      })
    })
  )

  it.effect("A9 a change that lost a race is made again, with the same key", () =>
    Effect.gen(function* () {
      const { gateway, target } = yield* sandbox
      const rgw = yield* adminOps
      const {
        key: first,
        user: { uid }
      } = yield* freshUser(target)
      gateway.faults.inject({
        match: { op: "AdminUserKeyPut" },
        effect: { status: 409, code: "ConcurrentModification" },
        times: 2
      })
      const minted = yield* rgw.mintKey(target, uid, newAccessKey())
      assert.sameMembers([...(yield* rgw.user(target, uid)).access_keys], [first.access_key, minted.access_key])
      const named = gateway.faults
        .calls({ op: "AdminUserKeyPut" })
        .map(({ query }) => new URLSearchParams(query).get("access-key"))
      assert.deepStrictEqual(named, [minted.access_key, minted.access_key, minted.access_key])
    })
  )

  it.effect("a refused argument is no proof that a user or an account is gone", () =>
    Effect.gen(function* () {
      const { account, gateway, target } = yield* sandbox
      const rgw = yield* adminOps
      gateway.faults.inject({ match: { method: "DELETE" }, effect: { status: 400, code: "InvalidArgument" } })
      for (const call of [rgw.removeUser(target, account.rootUid), rgw.removeAccount(target, account.id)]) {
        assert.deepInclude(yield* Effect.flip(call), { _tag: "StorageError", storage_code: "InvalidArgument" })
      }
    })
  )

  it.effect("A13 an empty 200 is not an empty list, but an empty list is", () =>
    Effect.gen(function* () {
      const gateway = yield* Effect.flatMap(temporaryDirectory, (dir) => Effect.orDie(makeSandbox({ dir })))
      const rgw = yield* adminOps
      const target = adminTarget(gateway.url, gateway.admin)
      assert.deepStrictEqual(yield* rgw.bucketNames(target, { _tag: "All" }), [])
      assert.deepStrictEqual((yield* Stream.runCollect(rgw.bucketStatistics(target, { _tag: "All" }, []))).flat(), [])
      gateway.faults.inject({ match: {}, effect: "empty-200" })
      assert.deepInclude(yield* Effect.flip(rgw.bucketNames(target, { _tag: "All" })), {
        _tag: "StorageError",
        storage_code: "UnreadableAnswer"
      })
    })
  )
})

const [, real] = await adminGateways()

requirement("real RGW", real?.lack)("a real gateway's habits:", () => {
  layer(GatewayAdapters, { excludeTestServices: true })((it) => {
    it.effect(
      "values that are decoded twice arrive whole, and a percent sign never cuts a uid down to another user's",
      () =>
        Effect.gen(function* () {
          assert.isDefined(real)
          const { target } = yield* real.scene
          const rgw = yield* adminOps
          const {
            user: { uid: shorter }
          } = yield* freshUser(target)
          for (const tail of ["+x", "%x", "%2Bx", "%252Bx", "%"]) {
            const uid = shorter + tail
            const made = yield* Effect.acquireRelease(
              rgw.createUser(target, {
                uid,
                displayName: `100% a+b${tail}`,
                email: `${unique("a+b")}@example.org`,
                accountRootOf: null,
                accessKey: newAccessKey()
              }),
              () => Effect.orDie(rgw.removeUser(target, uid))
            )
            assert.deepInclude(made.user, { uid, display_name: `100% a+b${tail}` })
            assert.include(made.user.email ?? "", "a+b-")
            assert.deepStrictEqual(yield* rgw.user(target, uid), made.user)
            yield* rgw.removeUser(target, uid)
            assert.strictEqual((yield* Effect.flip(rgw.user(target, uid)))._tag, "NotFound")
            assert.strictEqual((yield* rgw.user(target, shorter)).uid, shorter)
          }
        })
    )

    it.effect("A9 four keys minted at once are four keys", () =>
      Effect.gen(function* () {
        assert.isDefined(real)
        const { target } = yield* real.scene
        const rgw = yield* adminOps
        const {
          key,
          user: { uid }
        } = yield* freshUser(target)
        const minted = yield* Effect.all(
          Array.from({ length: 4 }, () => rgw.mintKey(target, uid, newAccessKey())),
          { concurrency: 4 }
        )
        assert.sameMembers(
          [...(yield* rgw.user(target, uid)).access_keys],
          [key, ...minted].map(({ access_key }) => access_key)
        )
      })
    )
  })
})
