import { ListMultipartUploadsCommand, PutBucketCorsCommand } from "@aws-sdk/client-s3"
import { assert, layer } from "@effect/vitest"
import { Effect, Fiber, Stream } from "effect"
import { SqlClient } from "effect/sql"
import { ObjectStore } from "#services/objects/ObjectStore.ts"
import { Uploads } from "#services/objects/Uploads.ts"
import { UploadSweep } from "#services/objects/UploadSweep.ts"
import { account, client, run } from "../../layers/sandbox/support.ts"
import { bytesOf, mebibyte, scene, UploadServices } from "./uploadFixture.ts"

type Scene = Effect.Success<typeof scene>

const size = 17 * mebibyte

const atGateway = ({ bucket, gateway }: Scene) =>
  Effect.gen(function* () {
    const s3 = yield* client(gateway, account(gateway))
    const { Uploads: found } = yield* run(() => s3.send(new ListMultipartUploadsCommand({ Bucket: bucket })))
    return (found ?? []).length
  }).pipe(Effect.scoped)

const trust = ({ bucket, gateway }: Scene, origin: string) =>
  Effect.gen(function* () {
    const s3 = yield* client(gateway, account(gateway))
    const rule = {
      AllowedOrigins: [origin],
      AllowedMethods: ["PUT", "GET"],
      AllowedHeaders: ["*"],
      ExposeHeaders: ["ETag"]
    }
    yield* run(() => s3.send(new PutBucketCorsCommand({ Bucket: bucket, CORSConfiguration: { CORSRules: [rule] } })))
  }).pipe(Effect.scoped)

const started = Effect.fnUntraced(function* (at: Scene, key = "big.bin", length = size) {
  const uploads = yield* Uploads
  return yield* uploads.start(at.owner, { key, size_bytes: length, content_type: "text/x-test" })
})

const sendPart = (
  at: Scene,
  id: string,
  partNumber: number,
  length: number,
  bytes: Stream.Stream<Uint8Array, unknown> = bytesOf(length)
) => Uploads.use((uploads) => uploads.part(at.owner, id, partNumber, length, bytes))

type Failed = Effect.Error<ReturnType<typeof sendPart>>

const steps = (...asked: ReadonlyArray<Effect.Effect<unknown, Failed, Uploads>>) => asked

const rows = (at: Scene) =>
  SqlClient.SqlClient.use(
    (sql) => sql<{ id: string }>`select id from uploads where bucket = ${at.bucket} and completed_at is null`
  )

const age = (id: string) =>
  SqlClient.SqlClient.use((sql) => sql`update uploads set active_at = now() - interval '25 hours' where id = ${id}`)

layer(UploadServices, { excludeTestServices: true })("uploads", (it) => {
  it.effect("a large file goes in parts and is one object when they are joined", () =>
    Effect.gen(function* () {
      const at = yield* scene
      const uploads = yield* Uploads
      const plan = yield* started(at)
      assert.deepInclude(plan, {
        strategy: "multipart",
        transport: "proxied",
        part_size_bytes: 16 * mebibyte,
        part_count: 2
      })
      yield* sendPart(at, plan.id, 1, 16 * mebibyte)
      yield* sendPart(at, plan.id, 2, mebibyte)
      assert.strictEqual((yield* uploads.complete(at.owner, plan.id)).key, "big.bin")
      const facts = yield* (yield* ObjectStore).facts(at.context.s3, at.bucket, "big.bin")
      assert.deepInclude(facts, { size_bytes: size, content_type: "text/x-test" })
      assert.strictEqual(yield* atGateway(at), 0)
      assert.deepStrictEqual(yield* rows(at), [])
    })
  )

  it.effect("whoever hangs up while the parts are joined leaves an object that our row knows", () =>
    Effect.gen(function* () {
      const at = yield* scene
      const uploads = yield* Uploads
      const plan = yield* started(at)
      yield* sendPart(at, plan.id, 1, 16 * mebibyte)
      yield* sendPart(at, plan.id, 2, mebibyte)
      at.gateway.faults.inject({ match: { op: "CompleteMultipartUpload" }, effect: { delayMs: 200 } })
      const asked = yield* Effect.forkChild(uploads.complete(at.owner, plan.id))
      while (at.gateway.faults.calls({ op: "CompleteMultipartUpload" }).length === 0) yield* Effect.sleep("5 millis")
      yield* Fiber.interrupt(asked)
      assert.deepInclude(yield* (yield* ObjectStore).facts(at.context.s3, at.bucket, "big.bin"), { size_bytes: size })
      assert.deepStrictEqual(yield* rows(at), [])
    })
  )

  it.effect("a small file goes in one piece, an empty one too", () =>
    Effect.gen(function* () {
      const at = yield* scene
      const uploads = yield* Uploads
      for (const length of [0, 5]) {
        const plan = yield* started(at, `small ${length}`, length)
        assert.deepInclude(plan, { strategy: "single", part_count: 1 })
        assert.strictEqual((yield* Effect.flip(uploads.complete(at.owner, plan.id)))._tag, "Conflict")
        yield* sendPart(at, plan.id, 1, length)
        assert.strictEqual((yield* uploads.complete(at.owner, plan.id)).key, `small ${length}`)
      }
    })
  )

  it.effect("an upload goes on after its page was closed: the gateway tells which parts it has", () =>
    Effect.gen(function* () {
      const at = yield* scene
      const uploads = yield* Uploads
      const plan = yield* started(at)
      yield* sendPart(at, plan.id, 2, mebibyte)
      const state = yield* uploads.state(at.owner, plan.id)
      assert.deepStrictEqual(
        state.parts.map((part) => part.part_number),
        [2]
      )
      assert.deepInclude(yield* Effect.flip(uploads.complete(at.owner, plan.id)), {
        _tag: "Conflict",
        code: "state_conflict"
      })
      yield* sendPart(at, plan.id, 1, 16 * mebibyte)
      yield* uploads.complete(at.owner, plan.id)
    })
  )

  it.effect("completing or aborting twice is fine", () =>
    Effect.gen(function* () {
      const at = yield* scene
      const uploads = yield* Uploads
      const plan = yield* started(at)
      yield* sendPart(at, plan.id, 1, 16 * mebibyte)
      yield* sendPart(at, plan.id, 2, mebibyte)
      yield* uploads.complete(at.owner, plan.id)
      assert.strictEqual((yield* uploads.complete(at.owner, plan.id)).key, "big.bin")
      yield* uploads.abort(at.owner, plan.id)
      assert.strictEqual((yield* (yield* ObjectStore).facts(at.context.s3, at.bucket, "big.bin")).size_bytes, size)
      assert.strictEqual((yield* Effect.flip(sendPart(at, plan.id, 1, 16 * mebibyte)))._tag, "NotFound")
      const other = yield* started(at)
      yield* uploads.abort(at.owner, other.id)
      yield* uploads.abort(at.owner, other.id)
      assert.strictEqual(yield* atGateway(at), 0)
    })
  )

  it.effect("a completion whose answer the gateway lost is found out when it is asked again", () =>
    Effect.gen(function* () {
      const at = yield* scene
      const uploads = yield* Uploads
      const plan = yield* started(at)
      yield* sendPart(at, plan.id, 1, 16 * mebibyte)
      yield* sendPart(at, plan.id, 2, mebibyte)
      at.gateway.faults.inject({ match: { op: "CompleteMultipartUpload" }, effect: "reset-after", times: 1 })
      assert.strictEqual((yield* Effect.flip(uploads.complete(at.owner, plan.id)))._tag, "StorageError")
      assert.strictEqual((yield* uploads.complete(at.owner, plan.id)).key, "big.bin")
    })
  )

  it.effect("a part whose sender went away is not stored, and aborting leaves nothing", () =>
    Effect.gen(function* () {
      const at = yield* scene
      const uploads = yield* Uploads
      const plan = yield* started(at)
      const cut = Stream.concat(bytesOf(mebibyte), Stream.fail("the page was closed"))
      assert.strictEqual((yield* Effect.flip(sendPart(at, plan.id, 1, 16 * mebibyte, cut)))._tag, "InvalidInput")
      assert.deepStrictEqual((yield* uploads.state(at.owner, plan.id)).parts, [])
      yield* uploads.abort(at.owner, plan.id)
      assert.strictEqual(yield* atGateway(at), 0)
      assert.deepStrictEqual(yield* rows(at), [])
    })
  )

  it.effect("a part that the service gave up is not stored, and the sweep ends its upload a day later", () =>
    Effect.gen(function* () {
      const at = yield* scene
      const uploads = yield* Uploads
      const plan = yield* started(at)
      const sending = yield* Effect.forkChild(
        sendPart(at, plan.id, 1, 16 * mebibyte, Stream.concat(bytesOf(mebibyte), Stream.never))
      )
      yield* Effect.sleep("200 millis")
      yield* Fiber.interrupt(sending)
      assert.deepStrictEqual((yield* uploads.state(at.owner, plan.id)).parts, [])
      const sweep = yield* UploadSweep
      assert.deepInclude(yield* sweep.run, { status: "completed", aborted_count: 0 })
      yield* age(plan.id)
      assert.deepInclude(yield* sweep.run, { status: "completed", aborted_count: 1, failed_count: 0 })
      assert.strictEqual(yield* atGateway(at), 0)
      assert.deepStrictEqual(yield* rows(at), [])
    })
  )

  for (const effect of ["reset", "reset-after", 503, "hang", "html", "empty-200"] as const) {
    it.effect(`a part that the gateway meets with ${effect} is a typed failure, and can be sent again`, () =>
      Effect.gen(function* () {
        const at = yield* scene
        const uploads = yield* Uploads
        const plan = yield* started(at)
        const fault = at.gateway.faults.inject({ match: { op: "UploadPart" }, effect, times: 1 })
        const attempt = sendPart(at, plan.id, 2, mebibyte)
        if (effect === "hang") {
          const sending = yield* Effect.forkChild(attempt)
          yield* Effect.sleep("200 millis")
          yield* Fiber.interrupt(sending)
        } else {
          assert.include(["StorageError", "Unavailable"], (yield* Effect.flip(attempt))._tag)
        }
        assert.strictEqual(fault.hits(), 1)
        assert.strictEqual((yield* uploads.state(at.owner, plan.id)).parts.length, effect === "reset-after" ? 1 : 0)
        yield* sendPart(at, plan.id, 2, mebibyte)
        assert.strictEqual((yield* uploads.state(at.owner, plan.id)).parts.length, 1)
        yield* uploads.abort(at.owner, plan.id)
        assert.strictEqual(yield* atGateway(at), 0)
      })
    )
  }

  const whole = Effect.fnUntraced(function* (at: Scene, key = "big.bin") {
    const plan = yield* started(at, key)
    yield* sendPart(at, plan.id, 1, 16 * mebibyte)
    yield* sendPart(at, plan.id, 2, mebibyte)
    return plan
  })

  for (const effect of ["reset", 503, "html", "empty-200"] as const) {
    it.effect(`an upload whose beginning the gateway meets with ${effect} is a typed failure and leaves nothing`, () =>
      Effect.gen(function* () {
        const at = yield* scene
        const fault = at.gateway.faults.inject({ match: { op: "CreateMultipartUpload" }, effect, times: 1 })
        assert.include(["StorageError", "Unavailable"], (yield* Effect.flip(started(at)))._tag)
        assert.strictEqual(fault.hits(), 1)
        assert.deepStrictEqual([yield* atGateway(at), yield* rows(at)], [0, []])
        yield* (yield* Uploads).abort(at.owner, (yield* started(at)).id)
      })
    )

    it.effect(`parts whose list the gateway meets with ${effect} are there when it is asked again`, () =>
      Effect.gen(function* () {
        const at = yield* scene
        const uploads = yield* Uploads
        const plan = yield* whole(at)
        // lists are retried at once: three lost answers are a failure
        const list = { match: { op: "ListParts" }, effect, times: 3 } as const
        for (const asked of steps(uploads.state(at.owner, plan.id), uploads.complete(at.owner, plan.id))) {
          at.gateway.faults.inject(list)
          assert.include(["StorageError", "Unavailable"], (yield* Effect.flip(asked))._tag)
          at.gateway.faults.clear()
        }
        assert.lengthOf((yield* uploads.state(at.owner, plan.id)).parts, 2)
        assert.strictEqual((yield* uploads.complete(at.owner, plan.id)).key, "big.bin")
        assert.deepStrictEqual([yield* atGateway(at), yield* rows(at)], [0, []])
      })
    )

    it.effect(`a completion that the gateway meets with ${effect} loses no part`, () =>
      Effect.gen(function* () {
        const at = yield* scene
        const uploads = yield* Uploads
        const plan = yield* whole(at)
        at.gateway.faults.inject({ match: { op: "CompleteMultipartUpload" }, effect, times: 1 })
        assert.include(["StorageError", "Unavailable"], (yield* Effect.flip(uploads.complete(at.owner, plan.id)))._tag)
        assert.deepStrictEqual(
          (yield* uploads.open(at.owner)).map(({ id }) => id),
          [plan.id]
        )
        assert.strictEqual((yield* uploads.complete(at.owner, plan.id)).key, "big.bin")
        assert.deepInclude(yield* (yield* ObjectStore).facts(at.context.s3, at.bucket, "big.bin"), { size_bytes: size })
        assert.deepStrictEqual([yield* atGateway(at), yield* rows(at)], [0, []])
      })
    )
  }

  it.effect("an end that the gateway refuses keeps the upload listed until it is ended", () =>
    Effect.gen(function* () {
      const at = yield* scene
      const uploads = yield* Uploads
      const plan = yield* whole(at)
      for (const effect of [503, "reset", { status: 403, code: "AccessDenied" }] as const) {
        at.gateway.faults.inject({ match: { op: "AbortMultipartUpload" }, effect })
        assert.include(["StorageError", "Unavailable"], (yield* Effect.flip(uploads.abort(at.owner, plan.id)))._tag)
        at.gateway.faults.clear()
        assert.deepStrictEqual(
          [(yield* uploads.open(at.owner)).map(({ id }) => id), yield* atGateway(at)],
          [[plan.id], 1]
        )
      }
      yield* uploads.abort(at.owner, plan.id)
      assert.deepStrictEqual([yield* uploads.open(at.owner), yield* atGateway(at)], [[], 0])
    })
  )

  it.effect(
    "a beginning whose answer was lost is no upload of ours, and is listed with those that nobody finished",
    () =>
      Effect.gen(function* () {
        const at = yield* scene
        at.gateway.faults.inject({ match: { op: "CreateMultipartUpload" }, effect: "reset-after", times: 1 })
        assert.strictEqual((yield* Effect.flip(started(at)))._tag, "StorageError")
        assert.deepStrictEqual([yield* atGateway(at), yield* rows(at)], [1, []])
      })
  )

  for (const [what, status, code, detail] of [
    ["temporary credentials end", 400, "ExpiredToken", "The temporary credentials have ended"],
    [
      "the clocks run apart",
      403,
      "RequestTimeTooSkewed",
      "The clock of this service and the gateway's are too far apart: set both by NTP"
    ],
    ["a quota is reached", 403, "QuotaExceeded", "A quota is exhausted"]
  ] as const) {
    it.effect(`where ${what} in the middle of an upload it is told so, and what has arrived is gone on with`, () =>
      Effect.gen(function* () {
        const at = yield* scene
        const uploads = yield* Uploads
        const plan = yield* started(at)
        yield* sendPart(at, plan.id, 1, 16 * mebibyte)
        at.gateway.faults.inject({ match: { bucket: at.bucket }, effect: { status, code } })
        for (const asked of steps(
          sendPart(at, plan.id, 2, mebibyte),
          uploads.state(at.owner, plan.id),
          uploads.complete(at.owner, plan.id),
          started(at, "next")
        )) {
          assert.deepInclude(yield* Effect.flip(asked), {
            _tag: "StorageError",
            storage_code: code,
            storage_status: status,
            detail
          })
        }
        assert.deepStrictEqual(
          (yield* uploads.open(at.owner)).map(({ id }) => id),
          [plan.id]
        )
        at.gateway.faults.clear()
        assert.deepStrictEqual(
          (yield* uploads.state(at.owner, plan.id)).parts.map(({ part_number }) => part_number),
          [1]
        )
        yield* sendPart(at, plan.id, 2, mebibyte)
        assert.strictEqual((yield* uploads.complete(at.owner, plan.id)).key, "big.bin")
        assert.strictEqual(yield* atGateway(at), 0)
      })
    )
  }

  it.effect("a bucket that is deleted underneath an upload ends it: it is told so at each step, and can be ended", () =>
    Effect.gen(function* () {
      const at = yield* scene
      const uploads = yield* Uploads
      const plan = yield* started(at)
      at.gateway.faults.inject({ match: { bucket: at.bucket }, effect: { status: 404, code: "NoSuchBucket" } })
      for (const asked of steps(
        sendPart(at, plan.id, 2, mebibyte),
        uploads.state(at.owner, plan.id),
        uploads.complete(at.owner, plan.id)
      )) {
        assert.strictEqual((yield* Effect.flip(asked))._tag, "NotFound")
      }
      yield* uploads.abort(at.owner, plan.id)
      assert.deepStrictEqual(yield* uploads.open(at.owner), [])
    })
  )

  it.effect("the sweep leaves what it cannot end for the next time", () =>
    Effect.gen(function* () {
      const at = yield* scene
      const plan = yield* started(at)
      yield* age(plan.id)
      const sweep = yield* UploadSweep
      at.gateway.faults.inject({ match: { op: "AbortMultipartUpload" }, effect: 503 })
      assert.deepInclude(yield* sweep.run, { aborted_count: 0, failed_count: 1 })
      at.gateway.faults.clear()
      assert.deepInclude(yield* sweep.run, { aborted_count: 1, failed_count: 0 })
      assert.strictEqual(yield* atGateway(at), 0)
    })
  )

  it.effect("the sweep ends uploads of users who are gone, and forgets those whose context is", () =>
    Effect.gen(function* () {
      const at = yield* scene
      const sql = yield* SqlClient.SqlClient
      const [left, lost] = [yield* started(at), yield* started(at)]
      yield* sql`delete from ui_users where id = ${at.caller._tag === "Session" ? at.caller.user.id : 0}`
      yield* age(left.id)
      const sweep = yield* UploadSweep
      assert.deepInclude(yield* sweep.run, { aborted_count: 1 })
      assert.strictEqual(yield* atGateway(at), 1)
      at.forget()
      yield* age(lost.id)
      yield* sweep.run
      assert.deepStrictEqual(yield* rows(at), [])
      const s3 = yield* client(at.gateway, account(at.gateway))
      const open = yield* run(() => s3.send(new ListMultipartUploadsCommand({ Bucket: at.bucket })))
      assert.strictEqual(open.Uploads?.length, 1)
    })
  )

  it.effect("the wrong length and a part beyond the plan are refused before the gateway is asked", () =>
    Effect.gen(function* () {
      const at = yield* scene
      const uploads = yield* Uploads
      const plan = yield* started(at)
      at.gateway.faults.resetCalls()
      assert.strictEqual((yield* Effect.flip(sendPart(at, plan.id, 1, mebibyte)))._tag, "InvalidInput")
      assert.strictEqual((yield* Effect.flip(sendPart(at, plan.id, 3, mebibyte)))._tag, "InvalidInput")
      assert.strictEqual(at.gateway.faults.calls({ op: "UploadPart" }).length, 0)
      assert.strictEqual(
        (yield* Effect.flip(uploads.part(at.owner, plan.id, 2, null, bytesOf(2 * mebibyte))))._tag,
        "InvalidInput"
      )
      assert.deepStrictEqual((yield* uploads.state(at.owner, plan.id)).parts, [])
    })
  )

  it.effect("nobody else's upload is found, nor one under another bucket", () =>
    Effect.gen(function* () {
      const at = yield* scene
      const uploads = yield* Uploads
      const plan = yield* started(at)
      const stranger = yield* scene
      for (const owner of [
        { ...at.owner, caller: stranger.caller },
        { ...at.owner, bucket: stranger.bucket }
      ]) {
        assert.strictEqual((yield* Effect.flip(uploads.state(owner, plan.id)))._tag, "NotFound")
        yield* uploads.abort(owner, plan.id)
      }
      assert.strictEqual(yield* atGateway(at), 1)
      yield* uploads.abort(at.owner, plan.id)
    })
  )

  it.effect("a bucket that trusts our pages takes the parts itself", () =>
    Effect.gen(function* () {
      const at = yield* scene
      const uploads = yield* Uploads
      yield* trust(at, "http://localhost:8080")
      const plan = yield* started(at)
      assert.strictEqual(plan.transport, "direct")
      assert.strictEqual((yield* started(at, "../up", 5)).transport, "proxied")
      const links = yield* uploads.links(at.owner, plan.id, [1, 2])
      for (const { headers, part_number, url } of links) {
        const body = new Uint8Array(part_number === 1 ? 16 * mebibyte : mebibyte)
        const answer = yield* Effect.promise(() => fetch(url, { method: "PUT", headers, body }))
        assert.strictEqual(answer.status, 200)
      }
      yield* uploads.complete(at.owner, plan.id)
      assert.strictEqual((yield* (yield* ObjectStore).facts(at.context.s3, at.bucket, "big.bin")).size_bytes, size)
    })
  )

  it.effect("rules that may not be read mean that uploads go through the service", () =>
    Effect.gen(function* () {
      const at = yield* scene
      yield* trust(at, "*")
      at.gateway.faults.inject({ match: { op: "GetBucketCors" }, effect: { status: 403, code: "AccessDenied" } })
      assert.strictEqual((yield* started(at, "x", 5)).transport, "proxied")
    })
  )
})
