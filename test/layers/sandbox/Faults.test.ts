import { ListBucketsCommand, PutObjectCommand } from "@aws-sdk/client-s3"
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { Readable } from "node:stream"
import { setTimeout as sleep } from "node:timers/promises"
import type { FaultEffect } from "../../../sandbox/Faults.ts"
import { account, client, codeOf, freshSandbox, raw, run } from "./support.ts"

const prepared = Effect.gen(function* () {
  const gateway = yield* freshSandbox()
  const owner = account(gateway)
  const ask = (method: string, target: string, body = "") => raw(gateway, owner, { method, target, body })
  yield* ask("PUT", "/faulty")
  yield* ask("PUT", "/faulty/a", "0123456789")
  gateway.faults.resetCalls()
  return { gateway, owner, ask, faults: gateway.faults }
})

describe("The faults of the sandbox", () => {
  it.effect("count calls by operation, method, bucket and path", () =>
    Effect.gen(function* () {
      const { ask, faults, gateway } = yield* prepared
      yield* ask("GET", "/faulty?list-type=2&prefix=x")
      yield* ask("GET", "/faulty/a")
      yield* raw(gateway, gateway.admin, { method: "GET", target: "/admin/bucket" })
      yield* raw(gateway, gateway.admin, { method: "GET", target: "/admin/bucket?bucket=faulty&stats=true" })
      yield* raw(gateway, gateway.admin, { method: "GET", target: "/admin/user?uid=sample-root" })
      assert.deepStrictEqual(
        faults.calls().map((call) => call.op),
        ["ListObjectsV2", "GetObject", "AdminBucketList", "AdminBucketStats", "AdminUserGet"]
      )
      assert.strictEqual(faults.calls({ bucket: "faulty" }).length, 2)
      assert.strictEqual(faults.calls({ pathIncludes: "prefix=x" }).length, 1)
      faults.resetCalls()
      assert.strictEqual(faults.calls().length, 0)
    })
  )

  it.effect("fail as often as they were told to, and the SDK's own retries get over two refusals", () =>
    Effect.gen(function* () {
      const { faults, gateway, owner } = yield* prepared
      const s3 = yield* client(gateway, owner)
      const handle = faults.inject({ match: { op: "ListBuckets" }, times: 2, effect: 503 })
      const listed = yield* run(() => s3.send(new ListBucketsCommand({})))
      assert.deepStrictEqual(
        [listed.Buckets?.length, handle.hits(), faults.calls({ op: "ListBuckets" }).length],
        [1, 2, 3]
      )
    })
  )

  const told: ReadonlyArray<readonly [FaultEffect, number, RegExp]> = [
    [{ status: 500, code: "InternalError" }, 500, /InternalError/],
    [{ status: 403, code: "QuotaExceeded" }, 403, /QuotaExceeded/],
    ["html", 200, /<!doctype html>/],
    ["empty-200", 200, /^$/],
    [{ body: "[1,2", contentType: "application/json" }, 200, /^\[1,2$/]
  ]
  for (const [effect, status, text] of told) {
    it.effect(`answer with ${JSON.stringify(effect)} until they are removed`, () =>
      Effect.gen(function* () {
        const { ask, faults } = yield* prepared
        const handle = faults.inject({ match: { bucket: "faulty", method: "GET" }, effect })
        const answer = yield* ask("GET", "/faulty/a")
        assert.strictEqual(answer.status, status)
        assert.match(answer.text, text)
        handle.remove()
        assert.strictEqual((yield* ask("GET", "/faulty/a")).text, "0123456789")
      })
    )
  }

  it.effect("break connections: before the work, after it, and in the middle of the answer", () =>
    Effect.gen(function* () {
      const { ask, faults } = yield* prepared
      for (const [effect, stored] of [
        ["reset", 404],
        ["reset-after", 200]
      ] as const) {
        faults.inject({ match: { op: "PutObject" }, effect, times: 1 })
        yield* Effect.flip(ask("PUT", `/faulty/${effect}`, "x"))
        assert.strictEqual((yield* ask("HEAD", `/faulty/${effect}`)).status, stored)
      }
      faults.inject({ match: { op: "GetObject" }, effect: "truncated", times: 1 })
      yield* Effect.flip(ask("GET", "/faulty/a"))
      assert.strictEqual((yield* ask("GET", "/faulty/a")).text, "0123456789")
    })
  )

  it.live("answer late, or never", () =>
    Effect.gen(function* () {
      const { faults, gateway } = yield* prepared
      faults.inject({ match: { method: "GET" }, effect: { delayMs: 150 }, times: 1 })
      const before = performance.now()
      yield* run(() => fetch(gateway.url))
      assert.isAtLeast(performance.now() - before, 140)
      faults.inject({ match: { method: "GET" }, effect: "hang" })
      const error = yield* Effect.flip(run(() => fetch(gateway.url, { signal: AbortSignal.timeout(200) })))
      assert.strictEqual(error.code, "TimeoutError")
    })
  )

  it.effect("answer bucket listings of the past: a deleted bucket is still named and a new one is not", () =>
    Effect.gen(function* () {
      const { ask, faults, gateway } = yield* prepared
      yield* ask("PUT", "/leaving")
      faults.inject({ match: {}, effect: "stale-names" })
      yield* ask("DELETE", "/leaving")
      yield* ask("PUT", "/arriving")
      const own = yield* ask("GET", "/")
      const all = yield* raw(gateway, gateway.admin, { method: "GET", target: "/admin/bucket" })
      assert.deepStrictEqual([...own.text.matchAll(/<Name>(.*?)</g)].map((match) => match[1]).sort(), [
        "faulty",
        "leaving"
      ])
      assert.deepStrictEqual((JSON.parse(all.text) as Array<string>).sort(), ["faulty", "leaving"])
      faults.clear()
      assert.include((yield* ask("GET", "/")).text, "arriving")
    })
  )

  it.effect("write bytes after the end of an answer, which disturb whoever reads on", () =>
    Effect.gen(function* () {
      const { ask, faults } = yield* prepared
      faults.inject({ match: { op: "GetPublicAccessBlock" }, effect: "extra-bytes" })
      const answer = yield* ask("GET", "/faulty?publicAccessBlock")
      assert.strictEqual(codeOf(answer), "NoSuchPublicAccessBlockConfiguration")
    })
  )

  it.effect("leave an upload that breaks off without a trace", () =>
    Effect.gen(function* () {
      const { gateway, owner, ask, faults } = yield* prepared
      const s3 = yield* client(gateway, owner, { maxAttempts: 1 })
      const hangUp = new AbortController()
      const Body = Readable.from(
        (async function* () {
          yield Buffer.alloc(65_536)
          while (faults.calls({ op: "PutObject" }).length === 0) await sleep(5)
          hangUp.abort()
          await sleep(600_000, undefined, { ref: false })
        })()
      )
      const upload = new PutObjectCommand({ Bucket: "faulty", Key: "broken", Body, ContentLength: 6_553_600 })
      yield* Effect.flip(run(() => s3.send(upload, { abortSignal: hangUp.signal })))
      assert.strictEqual(faults.calls({ op: "PutObject" }).length, 1)
      assert.strictEqual((yield* ask("HEAD", "/faulty/broken")).status, 404)
    })
  )
})
