import {
  CreateBucketCommand,
  DeleteBucketCommand,
  DeleteBucketPolicyCommand,
  DeleteObjectCommand,
  GetBucketPolicyCommand,
  GetObjectCommand,
  HeadBucketCommand,
  PutBucketPolicyCommand,
  PutObjectCommand,
  type S3Client
} from "@aws-sdk/client-s3"
import { assert, layer } from "@effect/vitest"
import { Duration, Effect, Fiber } from "effect"
import { SqlClient } from "effect/sql"
import { randomBytes } from "node:crypto"
import { gatewayProxy } from "../support/GatewayProxy.ts"
import { managedAccount, places, sandboxPlace } from "../support/managedAccount.ts"
import { requirement } from "../support/Requirement.ts"
import { internalToken, WholeService } from "../support/WholeService.ts"

const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)

const freshBucket = Effect.fnUntraced(function* (client: S3Client) {
  const bucket = `waits-${randomBytes(6).toString("hex")}`
  yield* Effect.promise(async () => {
    await client.send(new CreateBucketCommand({ Bucket: bucket }))
    await client.send(new PutObjectCommand({ Bucket: bucket, Key: "wanted", Body: "x" }))
  })
  return bucket
})

const policyOf = (client: S3Client, bucket: string) =>
  Effect.promise(() =>
    client.send(new GetBucketPolicyCommand({ Bucket: bucket })).then(
      ({ Policy }) => Policy ?? null,
      () => null
    )
  )
const reads = (client: S3Client, bucket: string) =>
  Effect.promise(() =>
    client.send(new GetObjectCommand({ Bucket: bucket, Key: "wanted" })).then(
      () => "read",
      ({ name }: Error) => name
    )
  )
const oddPolicy = (bucket: string) =>
  `{  "Version":"2012-10-17",\n\t"Statement" : [ ` +
  `{"Sid":"ü","Effect":"Allow","Principal":"*","Action":["s3:GetObject"],"Resource":"arn:aws:s3:::${bucket}/*"} ] }\n`

for (const { lack, name, place } of places) {
  requirement(name, lack)(`a bucket in quarantine on the ${name}`, () => {
    layer(WholeService(), { excludeTestServices: true, timeout: "120 seconds" })((it) => {
      it.effect(
        "nobody reaches what is in it, its owner included; restored, its policy is as it was, byte for byte",
        () =>
          Effect.gen(function* () {
            const { browser, client, contextId, endpoint, otherContextId } = yield* managedAccount(yield* place)
            const [plain, open] = [yield* freshBucket(client), yield* freshBucket(client)]
            yield* Effect.promise(() =>
              client.send(new PutBucketPolicyCommand({ Bucket: open, Policy: oddPolicy(open) }))
            )
            const at = (bucket: string) => `/api/manager/buckets/${bucket}/quarantine?context_id=${contextId}`
            const begin = (bucket: string, day: string, confirm = bucket) =>
              Effect.promise(() => browser.send("PUT", `${at(bucket)}&confirm_name=${confirm}`, { day }))
            const list = (context = contextId) =>
              Effect.map(
                Effect.promise(() => browser.get(`/api/manager/quarantines?context_id=${context}`)),
                ({ body }) => body["items"]
              )

            for (const day of [inDays(0), inDays(-3), inDays(91), "2027-02-30"])
              assert.strictEqual((yield* begin(plain, day)).status, 422, day)
            assert.strictEqual((yield* begin(plain, inDays(3), open)).code, "stale_plan")
            assert.strictEqual((yield* begin("nobody-has-this-one", inDays(3))).status, 404)
            assert.deepStrictEqual(yield* list(), [])
            const column = Effect.map(
              Effect.promise(() =>
                browser.get(
                  `/api/manager/buckets?context_id=${contextId}&page=1&page_size=100&quarantine=quarantined,deleting,failed&search=waits-`
                )
              ),
              ({ body }) =>
                (body["items"] as ReadonlyArray<Record<string, string>>)
                  .filter(({ name }) => [plain, open].includes(name!))
                  .map(({ name, quarantine, quarantine_until }) => [name, quarantine, quarantine_until])
            )
            const listed = Effect.map(
              Effect.promise(() =>
                browser.get(`/api/manager/buckets?context_id=${contextId}&page=1&quarantine=none&search=${open}`)
              ),
              ({ body }) => body["total"]
            )
            yield* Effect.promise(() => browser.post(`/api/manager/buckets/cache/refresh?context_id=${contextId}`))
            yield* Effect.repeat(Effect.delay(listed, "50 millis"), { until: (total) => total === 1 })
            for (const bucket of [plain, open]) {
              const before = yield* policyOf(client, bucket)
              const begun = yield* begin(bucket, inDays(3))
              assert.deepInclude(
                begun.body,
                { bucket, state: "quarantined", until: `${inDays(3)}T00:00:00.000Z` },
                begun.text
              )
              assert.strictEqual(yield* reads(client, bucket), "AccessDenied", "the owner")
              assert.strictEqual(
                (yield* Effect.promise(() => fetch(`${endpoint.url}/${bucket}/wanted`))).status,
                403,
                "anybody"
              )
              assert.strictEqual((yield* begin(bucket, inDays(4))).code, "state_conflict", "once")
              const emptying = yield* Effect.promise(() =>
                browser.post(`/api/manager/buckets/${bucket}/emptying?context_id=${contextId}`, {})
              )
              assert.strictEqual(emptying.code, "state_conflict")
              assert.deepStrictEqual(
                (yield* list()).map((one: { bucket: string }) => one.bucket),
                [bucket]
              )
              assert.deepStrictEqual(yield* list(otherContextId), [])
              assert.deepStrictEqual(
                yield* column,
                [[bucket, "quarantined", `${inDays(3)}T00:00:00.000Z`]],
                "at once, without another reading of the gateway"
              )
              const restored = yield* Effect.promise(() => browser.send("DELETE", at(bucket)))
              assert.deepInclude(restored.body, { bucket, state: "restored" }, restored.text)
              assert.strictEqual(yield* policyOf(client, bucket), before)
              assert.strictEqual(yield* reads(client, bucket), "read")
              assert.deepStrictEqual(yield* list(), [])
              assert.deepStrictEqual(yield* column, [])
              assert.strictEqual((yield* Effect.promise(() => browser.send("DELETE", at(bucket)))).status, 404)
            }
            assert.strictEqual(yield* policyOf(client, open), oddPolicy(open))
            const sql = yield* SqlClient.SqlClient
            const said = yield* sql<{
              said: string
            }>`select action || ' ' || status as said from audit_logs where entity_id = ${open}
              and entity_type = 'bucket' order by id`
            assert.deepStrictEqual(
              said.map((row) => row.said),
              ["bucket.quarantine success", "bucket.quarantine.restore success"]
            )
          }).pipe(Effect.scoped)
      )

      it.effect("ends with its bucket: one that somebody makes anew under its name is in none", () =>
        Effect.gen(function* () {
          const where = yield* place
          // an address has one endpoint
          const { browser, client, contextId } = yield* managedAccount(where, (yield* gatewayProxy(where.url)).url)
          const bucket = yield* freshBucket(client)
          const at = `/api/manager/buckets/${bucket}/quarantine?context_id=${contextId}`
          const list = Effect.map(
            Effect.promise(() => browser.get(`/api/manager/quarantines?context_id=${contextId}`)),
            ({ body }) => body["items"]
          )
          const begin = Effect.promise(() => browser.send("PUT", at, { day: inDays(3) }))
          assert.strictEqual((yield* begin).status, 200)
          yield* Effect.promise(async () => {
            await client.send(new DeleteBucketPolicyCommand({ Bucket: bucket }))
            await client.send(new DeleteObjectCommand({ Bucket: bucket, Key: "wanted" }))
            await client.send(new DeleteBucketCommand({ Bucket: bucket }))
            await client.send(new CreateBucketCommand({ Bucket: bucket }))
          })
          yield* Effect.promise(() => browser.post(`/api/manager/buckets/cache/refresh?context_id=${contextId}`, {}))
          yield* list.pipe(
            Effect.delay("50 millis"),
            Effect.repeat({ until: (items) => items.length === 0 }),
            Effect.timeout("30 seconds")
          )
          const emptying = yield* Effect.promise(() =>
            browser.post(`/api/manager/buckets/${bucket}/emptying?context_id=${contextId}`, {})
          )
          assert.notStrictEqual(emptying.code, "state_conflict", emptying.text)
          const again = yield* begin
          assert.deepInclude(again.body, { bucket, state: "quarantined" }, again.text)
          assert.lengthOf(yield* list, 1)
          assert.strictEqual((yield* Effect.promise(() => browser.send("DELETE", at))).status, 200)
          const sql = yield* SqlClient.SqlClient
          const kept = yield* sql<{
            state: string
          }>`select state from bucket_quarantines where bucket = ${bucket} order by id`
          assert.deepStrictEqual(
            kept.map(({ state }) => state),
            ["deleted", "restored"]
          )
        }).pipe(Effect.scoped)
      )

      it.effect(
        "is emptied and deleted when its day has come, and who asked is told; not before, and not when " +
          "somebody changed its policy",
        () =>
          Effect.gen(function* () {
            const sql = yield* SqlClient.SqlClient
            const where = yield* place
            const { browser, client, contextId } = yield* managedAccount(where, (yield* gatewayProxy(where.url)).url)
            const run = Effect.promise(() =>
              browser.send("POST", "/api/internal/quarantines/run", undefined, { "x-internal-token": internalToken })
            )
            const [due, later, touched] = [
              yield* freshBucket(client),
              yield* freshBucket(client),
              yield* freshBucket(client)
            ]
            for (const bucket of [due, later, touched]) {
              const begun = yield* Effect.promise(() =>
                browser.send("PUT", `/api/manager/buckets/${bucket}/quarantine?context_id=${contextId}`, {
                  day: inDays(2)
                })
              )
              assert.strictEqual(begun.status, 200, begun.text)
            }
            yield* Effect.promise(() => client.send(new DeleteBucketPolicyCommand({ Bucket: touched })))
            assert.deepInclude((yield* run).body, { status: "completed", begun_count: 0, failed_count: 0 })
            yield* sql`update bucket_quarantines set until = now() - interval '1 minute'
              where bucket in (${due}, ${touched})`
            const first = yield* run
            assert.deepInclude(first.body, { begun_count: 1, failed_count: 1 }, first.text)
            const second = yield* Effect.repeat(Effect.delay(run, "200 millis"), {
              while: ({ body }) => body["deleted_count"] === 0
            }).pipe(Effect.timeout("60 seconds"), Effect.orDie)
            assert.deepInclude(second.body, { deleted_count: 1, failed_count: 0 })
            const there = (bucket: string) =>
              Effect.promise(() =>
                client.send(new HeadBucketCommand({ Bucket: bucket })).then(
                  () => 200,
                  ({ $metadata }) => $metadata.httpStatusCode
                )
              )
            assert.deepStrictEqual([yield* there(due), yield* there(later), yield* there(touched)], [404, 403, 200])
            const listed = yield* Effect.promise(() => browser.get(`/api/manager/quarantines?context_id=${contextId}`))
            assert.deepStrictEqual(
              listed.body["items"]
                .map(({ bucket, state }: { bucket: string; state: string }) => `${bucket} ${state}`)
                .sort(),
              [`${later} quarantined`, `${touched} failed`].sort()
            )
            const told = yield* Effect.promise(() => browser.get("/api/notifications"))
            const titles = told.body["items"].map(({ title }: { title: string }) => title)
            assert.includeMembers(titles, [`Bucket ${due} was deleted`, `Bucket ${touched} could not be deleted`])
            const closed = yield* Effect.promise(() =>
              browser.send("DELETE", `/api/manager/buckets/${touched}/quarantine?context_id=${contextId}`)
            )
            assert.strictEqual(closed.body["state"], "restored", closed.text)
            assert.deepInclude(
              (yield* run).body,
              { begun_count: 0, deleted_count: 0, failed_count: 0 },
              "nothing is done twice"
            )
          }).pipe(Effect.scoped),
        { timeout: 90_000 }
      )
    })
  })
}

layer(WholeService({ gateway: { timeout: Duration.minutes(1) } }), {
  excludeTestServices: true,
  timeout: "120 seconds"
})("the day of several buckets in quarantine", (it) => {
  it.effect("begins for each of them while the gateway does not answer for one", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const { place } = yield* sandboxPlace
      const proxy = yield* gatewayProxy(place.url)
      const { browser, client, contextId } = yield* managedAccount(place, proxy.url)
      const [slow, other] = [yield* freshBucket(client), yield* freshBucket(client)]
      for (const [minutes, bucket] of [
        [2, slow],
        [1, other]
      ] as const) {
        const begun = yield* Effect.promise(() =>
          browser.send("PUT", `/api/manager/buckets/${bucket}/quarantine?context_id=${contextId}`, { day: inDays(2) })
        )
        assert.strictEqual(begun.status, 200, begun.text)
        yield* sql`update bucket_quarantines set until = now() - make_interval(mins => ${minutes})
          where bucket = ${bucket}`
      }
      const answer = Promise.withResolvers<void>()
      proxy.set((method, path) =>
        method === "DELETE" && path.startsWith(`/${slow}?policy`) ? { until: answer.promise } : "pass"
      )
      const run = yield* Effect.forkChild(
        Effect.promise(() =>
          browser.send("POST", "/api/internal/quarantines/run", undefined, { "x-internal-token": internalToken })
        )
      )
      yield* sql<{ state: string }>`select state from bucket_quarantines where bucket = ${other}`.pipe(
        Effect.delay("20 millis"),
        Effect.repeat({ until: ([row]) => row?.state !== "quarantined" })
      )
      answer.resolve()
      const { body, text } = yield* Fiber.join(run)
      assert.deepInclude(body, { begun_count: 2, waiting_count: 0, failed_count: 0 }, text)
    }).pipe(Effect.scoped)
  )
})

layer(WholeService(), { excludeTestServices: true, timeout: "120 seconds" })(
  "a quarantine whose process died between lifting its policy and emptying the bucket",
  (it) => {
    it.effect("is not gone on with in a bucket that somebody made anew under the name", () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const { place } = yield* sandboxPlace
        const { browser, client, contextId } = yield* managedAccount(place)
        const bucket = yield* freshBucket(client)
        const at = `/api/manager/buckets/${bucket}/quarantine?context_id=${contextId}`
        const begun = yield* Effect.promise(() => browser.send("PUT", at, { day: inDays(2) }))
        assert.strictEqual(begun.status, 200, begun.text)
        // the present bucket is newer than the one that was meant
        yield* Effect.promise(() => client.send(new DeleteBucketPolicyCommand({ Bucket: bucket })))
        yield* sql`update bucket_quarantines set state = 'deleting', until = now() - interval '1 minute',
          made_at = '2026-01-01T00:00:00.000Z' where bucket = ${bucket}`
        const run = yield* Effect.promise(() =>
          browser.send("POST", "/api/internal/quarantines/run", undefined, { "x-internal-token": internalToken })
        )
        assert.deepInclude(run.body, { begun_count: 0, deleted_count: 1 }, run.text)
        assert.strictEqual(yield* reads(client, bucket), "read")
        const told = yield* sql<{
          message: string
        }>`select message from notifications where payload_json ->> 'bucket' = ${bucket}`
        assert.match(told.map(({ message }) => message).join(), /made another one of this name: that one stays/)
        assert.deepStrictEqual(yield* sql`select 1 from work_runs`, [])
      }).pipe(Effect.scoped)
    )
  }
)
