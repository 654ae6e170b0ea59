import { assert, it } from "@effect/vitest"
import { Effect, Layer, Option } from "effect"
import { TestClock } from "effect/testing"
import { NotFound, StorageError, StorageTimeout, Unavailable } from "#domain/platform/errors/Errors.ts"
import { BucketGateway } from "#services/buckets/BucketGateway.ts"
import { Rgw } from "#services/gateways/endpoints/Rgw.ts"
import { FeatureStore } from "#services/buckets/features/FeatureStore.ts"
import { LifecycleScan } from "#services/buckets/lifecycle/LifecycleScan.ts"
import { BucketPages } from "#services/objects/BucketPages.ts"
import { MultipartStore } from "#services/objects/MultipartStore.ts"
import { UsageBound, UsageScans } from "#services/usage/UsageScans.ts"
import { bucket, contextOf } from "../../streams/listings/fakeGateway.ts"

type Scan = LifecycleScan["Service"]
const now = Date.parse("2026-05-04T12:00:00Z")
const day = 86_400_000
const context = contextOf("endpoint:1/owner:RGW1")
const asked = { name: "b", tenant: "", used_bytes: 3, object_count: 3, versioning: "enabled" as const }
const none = { versions: [], next: null }
const noUploads = { prefix: "", uploads: [], next_key_marker: null, next_upload_id_marker: null }
const denied = new StorageError({
  operation: "s3.ListObjectVersions",
  storage_code: "AccessDenied",
  storage_status: 403,
  storage_request_id: null,
  detail: "no"
})

const looking = (
  scan: Partial<Scan>,
  more: {
    readonly pages?: Partial<BucketPages["Service"]>
    readonly parts?: MultipartStore["Service"]["parts"]
    readonly used?: number
  } = {}
) => {
  const ports = Layer.mergeAll(
    Layer.mock(LifecycleScan, { versions: () => Effect.succeed(none), ...scan }),
    Layer.mock(BucketPages, { uploads: () => Effect.succeed(noUploads), ...more.pages }),
    Layer.mock(MultipartStore, { parts: more.parts ?? (() => Effect.succeed([])) }),
    Layer.mock(FeatureStore, { read: () => Effect.succeed("<LifecycleConfiguration/>") }),
    Layer.mock(Rgw, { bucket: (_target, name) => Effect.succeed(Option.some(bucket(name, more.used ?? 0))) }),
    Layer.mock(BucketGateway, {})
  )
  return Effect.gen(function* () {
    yield* TestClock.setTime(now)
    return yield* (yield* UsageScans).scan(context, asked)
  }).pipe(
    Effect.provide(UsageScans.layer.pipe(Layer.provide(ports))),
    Effect.provideService(UsageBound, { versions: 20, uploads: 3, parts: 2 })
  )
}
const version = (key: string, size = 1) => ({
  key,
  versionId: "v",
  size,
  writtenAt: now,
  isMarker: false,
  storageClass: "STANDARD"
})

it.effect(
  "a bucket that is gone is none, whenever it goes; what is refused is told, and a gateway that nobody may " +
    "call now fails",
  () =>
    Effect.gen(function* () {
      const gone = new NotFound({ entity: "Bucket", id: "b" })
      assert.isNull(yield* looking({ versions: () => Effect.fail(gone) }))
      assert.isNull(yield* looking({}, { pages: { uploads: () => Effect.fail(gone) } }))
      const locked = yield* looking({ versions: () => Effect.fail(denied) })
      assert.deepInclude(locked, { looked: "failed", problem: "AccessDenied", has_lifecycle: true, contents: null })
      assert.deepStrictEqual(locked?.findings, ["unreadable"])
      assert.deepInclude(yield* looking({ versions: () => Effect.fail(new StorageTimeout({ operation: "x" })) }), {
        looked: "failed",
        problem: "storage_timeout"
      })
      assert.strictEqual(
        (yield* Effect.flip(looking({ versions: () => Effect.fail(new Unavailable({ detail: "open" })) })))._tag,
        "Unavailable"
      )
    })
)

it.effect(
  "a bucket larger than the bound is looked at in part, and says so; a gateway of empty pages holds nobody up",
  () =>
    Effect.gen(function* () {
      let pages = 0
      const large = yield* looking({
        versions: () =>
          Effect.sync(() => ({
            versions: Array.from({ length: 8 }, (_, at) => version(`${pages}-${at}`)),
            next: { key: String(++pages), versionId: "v" }
          }))
      })
      assert.strictEqual(pages, 3)
      assert.deepInclude(large, { looked: "partial", problem: null, findings: ["partial"] })
      assert.deepInclude(large?.contents, { complete: false, listed_count: 24 })
      const endless = yield* looking({
        versions: () => Effect.succeed({ versions: [], next: { key: "again", versionId: "" } })
      })
      assert.deepInclude(endless, { looked: "partial" })
    })
)

it.effect(
  "parts of the first uploads are added up; one that ended meanwhile has none, and of " +
    "the others there is at least as much",
  () =>
    Effect.gen(function* () {
      const uploads = ["a", "b", "c"].map((key) => ({
        key,
        upload_id: key,
        initiated_at: new Date(now - 8 * day).toISOString(),
        storage_class: "STANDARD"
      }))
      const part = { part_number: 1, etag: "e", size_bytes: 50, checksum: null }
      const found = yield* looking(
        {},
        {
          pages: { uploads: () => Effect.succeed({ ...noUploads, uploads }) },
          parts: (_target, { key }) =>
            key === "a" ? Effect.succeed([part, part]) : Effect.fail(new NotFound({ entity: "Upload", id: key }))
        }
      )
      assert.deepInclude(found?.contents?.uploads, { count: 3, old_count: 3, bytes: 100, bytes_complete: false })
      assert.deepInclude(found, { looked: "whole", findings: ["old_uploads"] })
    })
)

it.effect("counts that differ are looked up once more before they are worth a word", () =>
  Effect.gen(function* () {
    const listed = { versions: () => Effect.succeed({ versions: [version("k", 10_000_000)], next: null }) }
    assert.deepStrictEqual((yield* looking(listed, { used: 10_000_000 }))?.findings, [])
    assert.deepStrictEqual((yield* looking(listed, { used: 50_000_000 }))?.findings, ["counts_differ"])
  })
)
