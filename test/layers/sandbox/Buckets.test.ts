import { PutObjectCommand } from "@aws-sdk/client-s3"
import { assert, describe, it } from "@effect/vitest"
import { Effect, Fiber } from "effect"
import { Readable } from "node:stream"
import { setImmediate } from "node:timers/promises"
import { account, client, codeOf, freshSandbox, raw, run } from "./support.ts"

const prepared = Effect.gen(function* () {
  const gateway = yield* freshSandbox()
  const owner = account(gateway)
  const ask = (method: string, target: string, body = "", headers: Readonly<Record<string, string>> = {}) =>
    raw(gateway, owner, { method, target, body, headers })
  const admin = (method: string, target: string) => raw(gateway, gateway.admin, { method, target })
  return { gateway, owner, ask, admin }
})

describe("The dangerous habits of the gateway", () => {
  for (const name of [
    "ownershipControls",
    "inventory",
    "analytics",
    "metrics",
    "intelligent-tiering",
    "accelerate",
    "versioning",
    "acl",
    "object-lock",
    "logging"
  ]) {
    it.effect(`are kept: deleting ?${name} deletes the empty bucket`, () =>
      Effect.gen(function* () {
        const { ask } = yield* prepared
        yield* ask("PUT", "/doomed")
        assert.strictEqual((yield* ask("DELETE", `/doomed?${name}`)).status, 204)
        assert.strictEqual((yield* ask("HEAD", "/doomed")).status, 404)
      })
    )
  }

  it.effect("are kept: reading an unknown sub-resource lists the objects", () =>
    Effect.gen(function* () {
      const { ask } = yield* prepared
      yield* ask("PUT", "/listed")
      const answer = yield* ask("GET", "/listed?ownershipControls")
      assert.strictEqual(answer.status, 200)
      assert.include(answer.text, "<ListBucketResult")
    })
  )

  it.effect(
    "are kept: an account id or an unknown uid lists its buckets as an empty body, and only a uid gives pages",
    () =>
      Effect.gen(function* () {
        const { admin, ask, owner } = yield* prepared
        for (const name of ["one", "three", "two"]) yield* ask("PUT", `/bucket-${name}`)
        for (const uid of [owner.id, "nobody"]) {
          const answer = yield* admin("GET", `/admin/bucket?uid=${uid}`)
          assert.deepStrictEqual([answer.status, answer.text], [200, ""])
        }
        const page = JSON.parse(
          (yield* admin("GET", `/admin/bucket?uid=${owner.rootUid}&max-entries=2`)).text
        ) as unknown
        assert.deepStrictEqual(page, {
          buckets: ["bucket-one", "bucket-three"],
          truncated: true,
          count: 2,
          marker: "bucket-three"
        })
        // as RGW 20.2 answers: a page beyond the end is empty, and a maximum of 0 is no page
        const behind = JSON.parse(
          (yield* admin("GET", `/admin/bucket?uid=${owner.rootUid}&max-entries=2&marker=zzz`)).text
        ) as unknown
        assert.deepStrictEqual(behind, { buckets: [], truncated: false, count: 0 })
        assert.isArray(JSON.parse((yield* admin("GET", `/admin/bucket?uid=${owner.rootUid}&max-entries=0`)).text))
        const all = JSON.parse((yield* admin("GET", "/admin/bucket?max-entries=1")).text) as ReadonlyArray<string>
        assert.strictEqual(all.length, 3)
      })
  )

  it.effect("are kept: changing a key without its secret makes a new secret, unless generate-key is false", () =>
    Effect.gen(function* () {
      const { admin, owner } = yield* prepared
      const target = `/admin/user?key&uid=${owner.rootUid}&access-key=${owner.accessKey}&active=true`
      assert.include((yield* admin("PUT", `${target}&generate-key=false`)).text, owner.secretKey)
      assert.notInclude((yield* admin("PUT", target)).text, owner.secretKey)
    })
  )

  it.effect("are kept: default encryption without a key server makes every upload fail", () =>
    Effect.gen(function* () {
      const { ask } = yield* prepared
      yield* ask("PUT", "/sealed")
      const rule =
        "<Rule><ApplyServerSideEncryptionByDefault><SSEAlgorithm>AES256</SSEAlgorithm></ApplyServerSideEncryptionByDefault></Rule>"
      yield* ask(
        "PUT",
        "/sealed?encryption",
        `<ServerSideEncryptionConfiguration>${rule}</ServerSideEncryptionConfiguration>`
      )
      assert.strictEqual(codeOf(yield* ask("PUT", "/sealed/a", "x")), "InvalidArgument")
    })
  )
})

describe("Buckets in the sandbox", () => {
  it.effect("have their figures in HEAD, in the stats of the bucket, and in those of the account", () =>
    Effect.gen(function* () {
      const { admin, ask, owner } = yield* prepared
      yield* ask("PUT", "/counted")
      yield* ask("PUT", "/counted/a", "x".repeat(5000))
      yield* ask("PUT", "/counted/a", "x".repeat(6000))
      yield* ask("PUT", "/counted/b", "y")
      const head = yield* ask("HEAD", "/counted?read-stats=true")
      assert.deepStrictEqual(
        [head.headers.get("x-rgw-object-count"), head.headers.get("x-rgw-bytes-used")],
        ["2", "6001"]
      )
      const stats = JSON.parse((yield* admin("GET", "/admin/bucket?bucket=counted&stats=true")).text) as {
        readonly owner: string
        readonly usage: Readonly<
          Record<string, { readonly size: number; readonly size_actual: number; readonly num_objects: number }>
        >
      }
      assert.strictEqual(stats.owner, owner.id)
      const main = stats.usage["rgw.main"]
      assert.deepStrictEqual([main?.size, main?.size_actual, main?.num_objects], [6001, 12_288, 2])
      const user = JSON.parse((yield* admin("GET", `/admin/user?uid=${owner.rootUid}&stats=true`)).text) as {
        readonly stats: { readonly size: number }
      }
      assert.strictEqual(user.stats.size, 6001)
      yield* ask("DELETE", "/counted/a")
      yield* ask("DELETE", "/counted/b")
      assert.include((yield* admin("GET", "/admin/bucket?bucket=counted")).text, '"usage":{}')
    })
  )

  it.effect("refuse what would pass a quota of theirs or of their account", () =>
    Effect.gen(function* () {
      const { admin, ask, owner } = yield* prepared
      yield* ask("PUT", "/small")
      yield* admin("PUT", `/admin/bucket?quota&uid=${owner.rootUid}&bucket=small&max-objects=1&enabled=true`)
      assert.strictEqual((yield* ask("PUT", "/small/a", "x")).status, 200)
      assert.strictEqual(codeOf(yield* ask("PUT", "/small/b", "x")), "QuotaExceeded")
      yield* ask("PUT", "/other")
      yield* admin(
        "PUT",
        `/admin/account?quota&id=${owner.id}&quota-type=account&max-size=8192&max-objects=-1&enabled=true`
      )
      assert.strictEqual(codeOf(yield* ask("PUT", "/other/a", "x".repeat(5000))), "QuotaExceeded")
      assert.strictEqual((yield* ask("PUT", "/other/a", "x".repeat(4096))).status, 200)
    })
  )

  it.effect("let a browser in where a CORS rule says so", () =>
    Effect.gen(function* () {
      const { ask, gateway } = yield* prepared
      yield* ask("PUT", "/shared")
      yield* ask("PUT", "/shared/a", "x")
      const rule =
        "<AllowedOrigin>https://*.test</AllowedOrigin><AllowedMethod>GET</AllowedMethod><AllowedHeader>*</AllowedHeader><ExposeHeader>ETag</ExposeHeader>"
      yield* ask("PUT", "/shared?cors", `<CORSConfiguration><CORSRule>${rule}</CORSRule></CORSConfiguration>`)
      const preflight = (origin: string) =>
        raw(gateway, undefined, {
          method: "OPTIONS",
          target: "/shared/a",
          headers: { origin, "access-control-request-method": "GET", "access-control-request-headers": "x-one" }
        })
      const allowed = yield* preflight("https://app.test")
      assert.deepStrictEqual(
        [
          allowed.status,
          allowed.headers.get("access-control-allow-origin"),
          allowed.headers.get("access-control-allow-headers")
        ],
        [200, "https://app.test", "x-one"]
      )
      assert.strictEqual((yield* preflight("https://evil.example")).status, 403)
      const got = yield* ask("GET", "/shared/a", "", { origin: "https://app.test" })
      assert.strictEqual(got.headers.get("access-control-expose-headers"), "ETag")
    })
  )

  it.effect("are counted in the usage log under the account, by hour and operation", () =>
    Effect.gen(function* () {
      const { admin, ask, owner } = yield* prepared
      yield* ask("PUT", "/used")
      yield* ask("PUT", "/used/a", "12345")
      yield* ask("GET", "/used/missing")
      const usage = JSON.parse((yield* admin("GET", `/admin/usage?uid=${owner.id}`)).text) as {
        readonly summary: ReadonlyArray<{
          readonly categories: ReadonlyArray<{
            readonly category: string
            readonly ops: number
            readonly successful_ops: number
            readonly bytes_received: number
          }>
        }>
      }
      const counted = usage.summary[0]?.categories.map((one) => [
        one.category,
        one.ops,
        one.successful_ops,
        one.bytes_received
      ])
      assert.deepStrictEqual(counted, [
        ["create_bucket", 1, 1, 0],
        ["get_obj", 1, 0, 0],
        ["put_obj", 1, 1, 5]
      ])
    })
  )

  it.effect("that are deleted while an upload is under way refuse the rest of it", () =>
    Effect.gen(function* () {
      const { ask, gateway, owner } = yield* prepared
      yield* ask("PUT", "/short-lived")
      const s3 = yield* client(gateway, owner, { maxAttempts: 1 })
      const deleted = Promise.withResolvers<void>()
      const Body = Readable.from(
        (async function* () {
          yield Buffer.alloc(65_536)
          await deleted.promise
          yield Buffer.alloc(65_536)
        })()
      )
      const upload = yield* Effect.forkChild(
        Effect.flip(
          run(() => s3.send(new PutObjectCommand({ Bucket: "short-lived", Key: "a", Body, ContentLength: 131_072 })))
        )
      )
      yield* run(async () => {
        while (gateway.faults.calls({ op: "PutObject" }).length === 0) await setImmediate()
      })
      assert.strictEqual((yield* ask("DELETE", "/short-lived")).status, 204)
      deleted.resolve()
      assert.strictEqual((yield* Fiber.join(upload)).code, "NoSuchBucket")
    })
  )

  it.effect("serve one whole object or the other while it is being replaced", () =>
    Effect.gen(function* () {
      const { ask } = yield* prepared
      yield* ask("PUT", "/busy")
      yield* ask("PUT", "/busy/a", "0".repeat(100_000))
      const replace = Effect.forEach(
        Array.from({ length: 40 }, (_, i) => i),
        (i) => ask("PUT", "/busy/a", String(i % 10).repeat(100_000))
      )
      const read = Effect.forEach(Array.from({ length: 80 }), () => ask("GET", "/busy/a"))
      const [, ...answers] = yield* Effect.all([replace, read, read], { concurrency: "unbounded" })
      for (const answer of answers.flat()) {
        assert.strictEqual(answer.status, 200)
        assert.isTrue(answer.text === (answer.text[0] ?? "").repeat(100_000))
      }
    })
  )
})
