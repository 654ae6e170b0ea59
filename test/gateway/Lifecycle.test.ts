import {
  CreateMultipartUploadCommand,
  DeleteObjectCommand,
  ListMultipartUploadsCommand,
  PutBucketVersioningCommand,
  PutObjectCommand,
  S3Client
} from "@aws-sdk/client-s3"
import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import type { LifecycleRule } from "#domain/buckets/lifecycle/Lifecycle.ts"
import { lifecycleOutcome, type StoredVersion } from "#domain/buckets/lifecycle/lifecycleOutcome.ts"
import { dailyRuns, lifecyclePlan } from "#domain/buckets/lifecycle/lifecyclePlan.ts"
import { listVersions } from "#layers/s3/listVersions.ts"
import type { VersionsDocument } from "#layers/s3/versionsXml.ts"
import { realGateway } from "../support/RealGateway.ts"
import { requirement } from "../support/Requirement.ts"
import { WholeService } from "../support/WholeService.ts"
import { adminGateways } from "./contract/adminGateway.ts"
import { type ManagerScene, managerScene, ok } from "./managerScene.ts"

const rule = (
  id: string,
  prefix: string,
  more: Partial<LifecycleRule>,
  filter: Partial<LifecycleRule["filter"]> = {}
): LifecycleRule => ({
  id,
  enabled: true,
  filter: { prefix, tags: [], size_greater_than: null, size_less_than: null, ...filter },
  expiration: null,
  noncurrent_expiration: null,
  transitions: [],
  noncurrent_transitions: [],
  abort_multipart: null,
  ...more
})
const tags = [{ key: "k", value: "v w/é" }]
const rules: ReadonlyArray<LifecycleRule> = [
  rule("all of exp", "exp/", { expiration: { days: 1 }, noncurrent_expiration: { days: 2, newer_versions: null } }),
  rule("exp markers", "exp/", { expiration: { expired_object_delete_marker: true } }),
  rule("exp later", "exp/a", { expiration: { days: 1_000 } }),
  rule("keep two", "keep/", { noncurrent_expiration: { days: 1, newer_versions: 2 } }),
  rule(
    "tagged",
    "tag/",
    { expiration: { days: 1 }, noncurrent_expiration: { days: 1, newer_versions: null } },
    { tags }
  ),
  rule("large", "size/", { expiration: { date: "2020-01-01" } }, { size_greater_than: 10, size_less_than: 100 }),
  rule("old", "old/", { expiration: { days: 1_000 }, noncurrent_expiration: { days: 1_000, newer_versions: null } }),
  rule("markers", "marker/", { expiration: { expired_object_delete_marker: true } }),
  rule("uploads", "up/", { abort_multipart: { days: 1 } }),
  rule("off", "", { enabled: false, expiration: { days: 1 } })
]

interface Entry extends StoredVersion {
  readonly key: string
}

const foreign = ({ key, target }: ManagerScene, bucket: string) => {
  const client = new S3Client({
    endpoint: target.url,
    region: "default",
    forcePathStyle: true,
    credentials: { accessKeyId: key.accessKey, secretAccessKey: key.secretKey }
  })
  const put = (Key: string, size: number, Tagging?: string) =>
    client.send(new PutObjectCommand({ Bucket: bucket, Key, Body: "x".repeat(size), Tagging }))
  const remove = (Key: string) => client.send(new DeleteObjectCommand({ Bucket: bucket, Key }))
  // in the gateway's own order, which the SDK loses: it shows which version is older
  const versions = async (): Promise<ReadonlyArray<Entry>> =>
    ((await client.send(listVersions({ Bucket: bucket }))) as unknown as { readonly listing: VersionsDocument }).listing
      .versions
  const uploads = async () =>
    ((await client.send(new ListMultipartUploadsCommand({ Bucket: bucket }))).Uploads ?? []).map(({ Key }) => Key)
  return { client, put, remove, versions, uploads }
}

const varied = async ({ client, put, remove }: ReturnType<typeof foreign>, bucket: string) => {
  await client.send(new PutBucketVersioningCommand({ Bucket: bucket, VersioningConfiguration: { Status: "Enabled" } }))
  for (const key of ["exp/a1", "exp/b"]) for (const size of [1, 2, 3]) await put(key, size)
  await put("exp/gone", 5)
  await remove("exp/gone")
  for (let size = 1; size <= 5; size++) await put("keep/five", size)
  await put("keep/m", 1)
  await remove("keep/m")
  await put("keep/m", 2)
  await remove("keep/m")
  const tagging = `k=${encodeURIComponent("v w/é")}`
  await put("tag/yes", 7, tagging)
  await put("tag/other", 7, "k=v")
  await put("tag/was", 1, tagging)
  await put("tag/was", 1)
  for (const size of [10, 11, 99, 100]) await put(`size/${size}`, size)
  await put("old/one", 3)
  await remove("marker/alone")
  await put("marker/buried", 1)
  await remove("marker/buried")
  await put("%zz ../ü<&>", 1)
  for (const Key of ["up/one", "up/two", "elsewhere"])
    await client.send(new CreateMultipartUploadCommand({ Bucket: bucket, Key }))
}

const tagsOf = (
  { key, size }: { readonly key: string; readonly size: number },
  entries: ReadonlyArray<Entry>,
  version: StoredVersion
) =>
  key === "tag/yes" ||
  (key === "tag/was" && size === 1 && entries.findIndex(({ versionId }) => versionId === version.versionId) > 0)
    ? tags
    : []

const foretold = (entries: ReadonlyArray<Entry>) => {
  const plan = lifecyclePlan(rules, { dialect: "rgw", versioning: "enabled", runs: dailyRuns(Date.now(), 30) })
  const keys = Map.groupBy(entries, ({ key }) => key)
  const outcomes = [...keys].map(([key, versions]) => ({
    key,
    ...lifecycleOutcome(plan, key, versions, (version) => tagsOf({ key, size: version.size }, versions, version))
  }))
  return {
    left: outcomes.flatMap(({ key, left }) =>
      left.map(({ isMarker, size, versionId }) => (isMarker ? `${key} marker` : `${key} ${versionId} ${size}`))
    ),
    outcomes
  }
}

const seen = (entries: ReadonlyArray<Entry>) =>
  entries.map(({ isMarker, key, size, versionId }) => (isMarker ? `${key} marker` : `${key} ${versionId} ${size}`))

const framesOf = (text: string) =>
  text.split("\n\n").flatMap((frame) => {
    const event = /^event: (.*)$/m.exec(frame)?.[1]
    const data = /^data: (.*)$/m.exec(frame)?.[1]
    return event === undefined || data === undefined ? [] : [{ event, data: JSON.parse(data) }]
  })

const simulated = Effect.fnUntraced(function* ({ ask }: ManagerScene, bucket: string, body: object) {
  const answer = yield* ask("POST", `/buckets/${bucket}/lifecycle/simulation`, body)
  assert.strictEqual(answer.status, 200, answer.text)
  const frames = framesOf(answer.text)
  assert.deepStrictEqual(
    [frames[0]?.event, ...frames.slice(-2).map(({ event }) => event)],
    ["progress", "result", "done"],
    answer.text
  )
  return frames.at(-2)?.data
})

const { gateway: real } = await realGateway("a")

for (const gateway of await adminGateways()) {
  requirement(gateway.name, gateway.lack)(`lifecycle of a bucket on ${gateway.name}`, () => {
    layer(WholeService({ allowedStorageHosts: ["localhost", "127.0.0.1"] }), {
      excludeTestServices: true,
      timeout: "120 seconds"
    })((it) => {
      it.effect(
        "is simulated as an exact recount says, over versions, markers, tags, sizes and uploads",
        () =>
          Effect.scoped(
            Effect.gen(function* () {
              const scene = yield* managerScene(gateway)
              const bucket = yield* scene.bucket()
              const client = foreign(scene, bucket)
              yield* Effect.promise(() => varied(client, bucket))
              const before = yield* Effect.promise(client.versions)
              const { left, outcomes } = foretold(before)
              const all = outcomes.flatMap(({ happenings }) => happenings)
              const result = yield* simulated(scene, bucket, { rules, horizons: [30, 1] })
              const sum = (days: number, act: string) => {
                const some = all
                  .filter((one) => one.act === act && one.run <= days)
                  .map(({ version: { size } }) => size)
                return { count: some.length, bytes: some.reduce((total, size) => total + size, 0) }
              }
              for (const [place, days] of [1, 30].entries()) {
                assert.deepStrictEqual(result.effects[place], {
                  days,
                  expired: sum(days, "expire_current"),
                  noncurrent: sum(days, "expire_noncurrent"),
                  delete_markers: sum(days, "remove_marker").count,
                  uploads: days === 1 ? 0 : 2,
                  transitions: { count: 0, bytes: 0 },
                  freed_bytes: all
                    .filter(({ freed, run }) => freed && run <= days)
                    .reduce((total, { version: { size } }) => total + size, 0)
                })
              }
              assert.isAtLeast(result.effects[1].expired.count, 5)
              assert.deepStrictEqual(result.scanned.prefixes, ["exp/", "keep/", "marker/", "old/", "size/", "tag/"])
              assert.deepInclude(result, { versioning: "enabled", tags: { read: 4, unread: 0 } })
              const later = result.rules.find(({ id }: { readonly id: string }) => id === "exp later")
              assert.deepInclude(later.effects[1].expired, { count: 0 }, "the shorter time wins")
              assert.isFalse(result.rules.some(({ id }: { readonly id: string }) => id === "off"))
              assert.deepStrictEqual(seen(yield* Effect.promise(client.versions)), seen(before), "nothing is changed")
              assert.isBelow(left.length, before.length)
            })
          ),
        60_000
      )

      it.effect(
        "refuses rules that nobody could save, and a bucket that is not there",
        () =>
          Effect.scoped(
            Effect.gen(function* () {
              const scene = yield* managerScene(gateway)
              const other = yield* managerScene(gateway)
              const bucket = yield* scene.bucket()
              const refused = (body: object) =>
                Effect.map(
                  scene.ask("POST", `/buckets/${bucket}/lifecycle/simulation`, body),
                  ({ body: said, code, status }) => [
                    status,
                    code,
                    ...(said["errors"] ?? []).map(({ path }: { readonly path: ReadonlyArray<string> }) =>
                      path.join(".")
                    )
                  ]
                )
              assert.deepStrictEqual(yield* refused({ rules: [] }), [422, "validation_failed", "payload.rules"])
              assert.deepStrictEqual(yield* refused({ rules: [rule("a", "", {})] }), [
                422,
                "validation_failed",
                "payload.rules.0"
              ])
              assert.deepStrictEqual(yield* refused({ rules: [rule("a", "\0", { expiration: { days: 1 } })] }), [
                422,
                "validation_failed",
                "payload.rules.0.filter.prefix"
              ])
              assert.deepStrictEqual(
                yield* refused({ rules: [rule("a", "", { expiration: { days: 1 } })], horizons: [0] }),
                [422, "validation_failed", "payload.horizons.0"]
              )
              const one = { rules: [rule("a", "..%zz", { expiration: { days: 1 } })] }
              assert.deepInclude((yield* simulated(scene, bucket, one)).effects[0], { expired: { count: 0, bytes: 0 } })
              for (const name of ["no-such-bucket-here", yield* other.bucket()]) {
                assert.strictEqual((yield* scene.ask("POST", `/buckets/${name}/lifecycle/simulation`, one)).status, 404)
              }
            })
          ),
        60_000
      )

      it.effect(
        "saves a thousand rules, and changes one without a byte of the others",
        () =>
          Effect.scoped(
            Effect.gen(function* () {
              const scene = yield* managerScene(gateway)
              const bucket = yield* scene.bucket()
              const path = `/buckets/${bucket}/features/lifecycle`
              const many = Array.from({ length: 1_000 }, (_, index) =>
                rule(`r${String(index).padStart(4, "0")}`, `Grüße/${index}/`, { expiration: { days: index + 1 } })
              )
              const { version } = ok(yield* scene.ask("GET", path))
              const { reading } = ok(yield* scene.ask("PUT", path, { value: { rules: many }, version }))
              assert.deepStrictEqual(reading.value, { rules: many })
              const changed = many.map((one, index) => (index === 500 ? { ...one, enabled: false } : one))
              const { before, after } = ok(yield* scene.ask("POST", `${path}/check`, { value: { rules: changed } }))
              const at = before.indexOf("<Status>Enabled", before.indexOf("<ID>r0500<"))
              assert.strictEqual(
                after,
                `${before.slice(0, at)}<Status>Disabled${before.slice(at + "<Status>Enabled".length)}`
              )
            })
          ),
        60_000
      )
    })
  })
}

requirement("real RGW", real === undefined ? "no gateway" : undefined)(
  "what the gateway's own lifecycle run deletes",
  () => {
    layer(WholeService({ allowedStorageHosts: ["localhost", "127.0.0.1"] }), {
      excludeTestServices: true,
      timeout: "120 seconds"
    })((it) => {
      it.effect(
        "is what was simulated, to the version",
        () =>
          Effect.scoped(
            Effect.gen(function* () {
              const gateway = (yield* Effect.promise(adminGateways))[1]!
              const scene = yield* managerScene(gateway)
              const bucket = yield* scene.bucket()
              const client = foreign(scene, bucket)
              yield* Effect.promise(() => varied(client, bucket))
              const before = yield* Effect.promise(client.versions)
              const { left } = foretold(before)
              const result = yield* simulated(scene, bucket, { rules, horizons: [30] })
              const path = `/buckets/${bucket}/features/lifecycle`
              const { version } = ok(yield* scene.ask("GET", path))
              ok(yield* scene.ask("PUT", path, { value: { rules }, version }))
              // a second counts as a day; versions that another worker thread holds wait for the next run
              let now = before
              for (let run = 0; run < 12 && seen(now).sort().join("\n") !== left.toSorted().join("\n"); run++) {
                yield* Effect.sleep("1100 millis")
                real?.radosgwAdmin("--rgw-lc-debug-interval=1", "lc", "process", "--bucket", bucket)
                now = yield* Effect.promise(client.versions)
              }
              assert.deepStrictEqual(seen(now).sort(), left.toSorted())
              assert.deepStrictEqual(yield* Effect.promise(client.uploads), ["elsewhere"])
              const bytes = (entries: ReadonlyArray<Entry>) => entries.reduce((total, { size }) => total + size, 0)
              assert.strictEqual(result.effects[0].freed_bytes, bytes(before) - bytes(now))
            })
          ),
        120_000
      )
    })
  }
)
