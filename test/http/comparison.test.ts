import {
  CreateBucketCommand,
  CreateMultipartUploadCommand,
  CompleteMultipartUploadCommand,
  GetObjectCommand,
  ListObjectsV2Command,
  PutBucketTaggingCommand,
  PutBucketVersioningCommand,
  DeleteObjectCommand,
  PutObjectCommand,
  S3Client,
  UploadPartCommand
} from "@aws-sdk/client-s3"
import { assert, layer } from "@effect/vitest"
import { Effect, Schedule } from "effect"
import { SqlClient } from "effect/sql"
import { randomBytes } from "node:crypto"
import { gatewayProxy } from "../support/GatewayProxy.ts"
import { managedAccount, places, sandboxPlace } from "../support/managedAccount.ts"
import { requirement } from "../support/Requirement.ts"
import { WholeService } from "../support/WholeService.ts"

const freshName = (what: string) => `${what}-${randomBytes(6).toString("hex")}`

const scene = Effect.fnUntraced(function* (place: Parameters<typeof managedAccount>[0], url: string = place.url) {
  const sql = yield* SqlClient.SqlClient
  const managed = yield* managedAccount(place, url)
  const { browser, client, contextId, otherContextId, otherOwner } = managed
  yield* sql`update user_associations set allow_manager_browser_data_access = true
    where rgw_account_id in (${Number(contextId)}, ${Number(otherContextId)})`
  const other = yield* Effect.acquireRelease(
    Effect.sync(
      () =>
        new S3Client({
          endpoint: place.url,
          region: "default",
          forcePathStyle: true,
          credentials: { accessKeyId: otherOwner.accessKey, secretAccessKey: otherOwner.secretKey }
        })
    ),
    (s3) => Effect.sync(() => s3.destroy())
  )
  const [source, target] = [freshName("source"), freshName("target")]
  yield* Effect.promise(async () => {
    await client.send(new CreateBucketCommand({ Bucket: source }))
    await other.send(new CreateBucketCommand({ Bucket: target }))
  })
  const at = (path: string) => `/api/manager${path}${path.includes("?") ? "&" : "?"}context_id=${contextId}`
  const post = (path: string, body: object) => Effect.promise(() => browser.post(at(path), body))
  const get = (path: string) => Effect.promise(() => browser.get(at(path)))
  const ended = (path: string) =>
    get(path).pipe(
      Effect.repeat({
        schedule: Schedule.spaced("50 millis"),
        until: ({ body, status }) =>
          status !== 200 || /^(completed|completed_with_errors|canceled)$/.test(body["state"])
      }),
      Effect.timeout("60 seconds"),
      Effect.orDie
    )
  const compare = (more: object = {}) =>
    Effect.gen(function* () {
      const begun = yield* post("/bucket-comparisons", {
        source: { context_id: contextId, bucket: source },
        target: { context_id: otherContextId, bucket: target },
        content: true,
        settings: true,
        versions: false,
        ...more
      })
      assert.strictEqual(begun.status, 201, begun.text)
      return (yield* ended(`/bucket-comparisons/${begun.body["id"]}`)).body
    })
  const put = (s3: S3Client, bucket: string, key: string, body: string) =>
    Effect.promise(() => s3.send(new PutObjectCommand({ Bucket: bucket, Key: key, Body: body })))
  const text = (s3: S3Client, bucket: string, key: string) =>
    Effect.promise(async () =>
      (await s3.send(new GetObjectCommand({ Bucket: bucket, Key: key }))).Body!.transformToString()
    )
  const keys = (s3: S3Client, bucket: string) =>
    Effect.promise(async () =>
      ((await s3.send(new ListObjectsV2Command({ Bucket: bucket }))).Contents ?? []).map(({ Key }) => Key)
    )
  return { ...managed, other, source, target, post, get, ended, compare, put, text, keys, sql }
})

const parts = async (s3: S3Client, bucket: string, key: string, bodies: ReadonlyArray<string>) => {
  const { UploadId } = await s3.send(new CreateMultipartUploadCommand({ Bucket: bucket, Key: key }))
  const sent = []
  for (const [index, Body] of bodies.entries()) {
    const { ETag } = await s3.send(
      new UploadPartCommand({ Bucket: bucket, Key: key, UploadId, PartNumber: index + 1, Body })
    )
    sent.push({ ETag, PartNumber: index + 1 })
  }
  await s3.send(
    new CompleteMultipartUploadCommand({ Bucket: bucket, Key: key, UploadId, MultipartUpload: { Parts: sent } })
  )
}

for (const { lack, name, place } of places) {
  requirement(name, lack)(`comparing buckets of two accounts on the ${name}`, () => {
    layer(WholeService(), { excludeTestServices: true, timeout: "120 seconds" })((it) => {
      it.effect("finds what is missing, extra and damaged, and makes the target equal by a reviewed plan", () =>
        Effect.gen(function* () {
          const { client, compare, ended, get, keys, other, post, put, source, target, text } = yield* scene(
            yield* place
          )
          yield* put(client, source, "same", "equal")
          yield* put(other, target, "same", "equal")
          yield* put(client, source, "damaged", "right")
          yield* put(other, target, "damaged", "wrong")
          yield* put(client, source, "only/source ü", "new")
          yield* put(client, source, "late", "new")
          yield* put(other, target, "extra", "old")
          yield* put(other, target, "extra changed", "old")
          yield* Effect.promise(() =>
            client.send(
              new PutBucketTaggingCommand({ Bucket: source, Tagging: { TagSet: [{ Key: "team", Value: "climate" }] } })
            )
          )
          const report = yield* compare()
          assert.deepStrictEqual([report["state"], report["equal"]], ["completed", false], JSON.stringify(report))
          assert.deepInclude(report["objects"], {
            source_objects: 4,
            target_objects: 4,
            same: 1,
            missing: 2,
            extra: 2,
            different: 1,
            unknown: 0
          })
          const tags = report["settings_compared"].find(({ feature }: any) => feature === "tags")
          assert.deepInclude(tags, { verdict: "different", source_summary: "team=climate", target_summary: "not set" })

          const at = `/bucket-comparisons/${report["id"]}`
          const first = yield* get(`${at}/differences?limit=2`)
          const rest = yield* get(`${at}/differences?limit=10&cursor=${first.body["next_cursor"]}`)
          assert.deepStrictEqual(
            [...first.body["items"], ...rest.body["items"]].map(({ key, kind }: any) => [key, kind]),
            [
              ["damaged", "different"],
              ["extra", "extra"],
              ["extra changed", "extra"],
              ["late", "missing"],
              ["only/source ü", "missing"]
            ]
          )
          const actions = ["copy_missing", "replace_different", "delete_extra", "align_settings"]
          const plan = yield* post(`${at}/remediation/plan`, { actions })
          assert.strictEqual(plan.status, 200, plan.text)
          const counts = Object.fromEntries(plan.body["counts"].map(({ count, name }: any) => [name, count]))
          assert.deepInclude(counts, { copy_missing: 1, replace_different: 1, delete_extra: 1 })
          assert.isAtLeast(counts["align_settings"], 1)
          assert.strictEqual((yield* post(`${at}/remediation`, { actions, plan_hash: "another" })).code, "stale_plan")
          yield* put(other, target, "late", "by another writer")
          yield* put(other, target, "extra changed", "by another writer")
          const run = yield* post(`${at}/remediation`, { actions, plan_hash: plan.body["plan_hash"] })
          assert.strictEqual(run.status, 201, run.text)
          const end = yield* ended(`/work/${run.body["id"]}`)
          assert.strictEqual(end.body["state"], "completed_with_errors", end.text)
          assert.deepStrictEqual(yield* keys(other, target), [
            "damaged",
            "extra changed",
            "late",
            "only/source ü",
            "same"
          ])
          assert.strictEqual(yield* text(other, target, "damaged"), "right")
          assert.strictEqual(yield* text(other, target, "late"), "by another writer")

          const again = yield* compare()
          assert.deepInclude(again["objects"], { same: 3, missing: 0, extra: 1, different: 1 })
          assert.deepInclude(
            again["settings_compared"].find(({ feature }: any) => feature === "tags"),
            { verdict: "same" }
          )

          const mebibytes = (count: number) => "x".repeat(count * 1024 ** 2)
          yield* Effect.promise(async () => {
            for (const [s3, Bucket] of [
              [client, source],
              [other, target]
            ] as const)
              await s3.send(new PutBucketVersioningCommand({ Bucket, VersioningConfiguration: { Status: "Enabled" } }))
            await parts(client, source, "parted", [mebibytes(5), mebibytes(6)])
            await parts(other, target, "parted", [mebibytes(6), mebibytes(5)])
          })
          for (const body of ["one", "two"]) yield* put(client, source, "versioned", body)
          for (const body of ["another", "two"]) yield* put(other, target, "versioned", body)
          yield* Effect.promise(async () => {
            await client.send(new DeleteObjectCommand({ Bucket: source, Key: "versioned" }))
            await other.send(new DeleteObjectCommand({ Bucket: target, Key: "versioned" }))
          })
          const current = yield* compare({ settings: false })
          assert.deepInclude(current["objects"], { same: 3, extra: 1, different: 1, unknown: 1 })
          const versions = yield* compare({ settings: false, versions: true })
          assert.deepInclude(versions["objects"], { same: 3, extra: 1, different: 2, unknown: 1 })
          assert.isFalse(versions["equal"])
        }).pipe(Effect.scoped)
      )
    })
  })
}

layer(WholeService(), { excludeTestServices: true, timeout: "120 seconds" })("the right to compare", (it) => {
  it.effect("needs the data of both contexts, and the comparison ends with it", () =>
    Effect.gen(function* () {
      const { place } = yield* sandboxPlace
      const proxy = yield* gatewayProxy(place.url)
      const { contextId, ended, get, otherContextId, post, put, client, source, sql, target } = yield* scene(
        place,
        proxy.url
      )
      yield* put(client, source, "one", "x")
      const wanted = {
        source: { context_id: contextId, bucket: source },
        target: { context_id: otherContextId, bucket: target },
        content: true,
        settings: false,
        versions: false
      }
      const allow = (allowed: boolean) =>
        sql`update user_associations set allow_manager_browser_data_access = ${allowed}
          where rgw_account_id = ${Number(otherContextId)}`
      yield* allow(false)
      const refused = yield* post("/bucket-comparisons", wanted)
      assert.deepStrictEqual([refused.status, refused.code], [403, "workspace_unavailable"])
      yield* allow(true)
      for (const [body, path] of [
        [{ ...wanted, content: false }, "payload.content"],
        [{ ...wanted, target: wanted.source }, "payload.target.bucket"],
        [{ ...wanted, source: wanted.target }, "payload.source.context_id"]
      ] as const) {
        const answer = yield* post("/bucket-comparisons", body)
        assert.strictEqual(answer.status, 422, answer.text)
        assert.include(answer.text, path.slice(path.lastIndexOf(".") + 1))
      }
      assert.strictEqual(
        (yield* post("/bucket-comparisons", { ...wanted, target: { ...wanted.target, bucket: "not-there" } })).status,
        404
      )

      proxy.set((method, path) =>
        method === "GET" && path.startsWith(`/${target}?`) && !path.includes("delimiter=%2F")
          ? "hold the request"
          : "pass"
      )
      const begun = yield* post("/bucket-comparisons", wanted)
      assert.strictEqual(begun.status, 201, begun.text)
      const id = begun.body["id"]
      yield* Effect.repeat(
        Effect.delay(
          Effect.sync(() => proxy.held.length),
          "20 millis"
        ),
        {
          while: (held) => held === 0
        }
      )
      yield* allow(false)
      assert.strictEqual((yield* get(`/bucket-comparisons/${id}`)).status, 403)
      assert.deepStrictEqual((yield* get("/bucket-comparisons")).body["items"], [])
      proxy.set(() => "pass")
      const run = yield* ended(`/work/${id}`)
      assert.strictEqual(run.body["state"], "completed_with_errors", run.text)
      yield* allow(true)
      const report = yield* get(`/bucket-comparisons/${id}`)
      assert.isNull(report.body["objects"], report.text)
      assert.strictEqual(report.body["problems"].length, 1)
    }).pipe(Effect.scoped)
  )
})
