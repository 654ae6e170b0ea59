import { assert, layer } from "@effect/vitest"
import { Effect, Result, Schema, Stream } from "effect"
import { ExistingBucketName } from "#domain/buckets/BucketName.ts"
import { attachment } from "#domain/objects/attachment.ts"
import { ObjectKey } from "#domain/objects/ObjectListing.ts"
import { CopySizes } from "#layers/s3/copyOnto.ts"
import { BucketPages } from "#services/objects/BucketPages.ts"
import { ObjectDetailStore } from "#services/objects/ObjectDetailStore.ts"
import { ObjectStore } from "#services/objects/ObjectStore.ts"
import type { S3Target } from "#domain/gateways/endpoints/Targets.ts"
import { requirement } from "../../support/Requirement.ts"
import { contractGateways, freshBucket, S3Adapters } from "./s3Gateway.ts"

const oddKeys: Readonly<Record<string, string>> = {
  "a space": "with space.txt",
  "spaces at both ends": " both ends ",
  "a parent folder": "a/../b",
  "a parent folder first": "../up",
  "a dot segment": "./here",
  "a line break": "two\nlines\r\nthree",
  "a tab": "a\tb",
  "percent signs": "100%25 %2F %zz %",
  "a plus": "a+b c%2Bd",
  "a leading slash": "/leading",
  "two slashes": "a//b",
  "a trailing slash": "folder/",
  "a question mark and a hash": "what?x=1&y=2#part",
  "markup and quotes": `<a href="x">&amp;'`,
  "a backslash": "a\\b",
  "a semicolon and colon": "a;b:c=d@e,f$g!h*i(j)k~l",
  "1,024 bytes of UTF-8": "ü".repeat(512),
  "control characters": "a\u0001b\u001b\u007f\u0085",
  "line breaks alone": "\r\n",
  "non-characters": "a\ufffe\uffff",
  "nothing but dots": "..",
  "a parent folder last": "a/..",
  "a family of one grapheme": "👩‍👩‍👧‍👦/é"
}

const text = (body: Stream.Stream<Uint8Array, unknown>) =>
  Effect.map(Stream.runCollect(body), (chunks) => Buffer.concat(chunks).toString())

const write = (target: S3Target, bucket: string, key: string, content = key) => {
  const bytes = Buffer.from(content)
  return ObjectStore.use((store) =>
    store.put(target, bucket, key, { size_bytes: bytes.length, content_type: "text/plain", bytes: Stream.make(bytes) })
  )
}

const allKeys = Effect.fnUntraced(function* (target: S3Target, bucket: string, prefix = "") {
  const page = yield* (yield* ObjectStore).list(target, bucket, {
    prefix,
    delimiter: "",
    continuationToken: null,
    maxKeys: 1000
  })
  return page.objects.map(({ key }) => key)
})

for (const { name: gateway, lack, owners } of await contractGateways()) {
  requirement(gateway, lack)(`objects through S3 on the ${gateway}`, () => {
    layer(S3Adapters, { excludeTestServices: true })((it) => {
      it.effect(
        "what is too large for one call is copied elsewhere by parts, and a source that was written meanwhile " +
          "leaves no upload behind",
        () =>
          Effect.gen(function* () {
            const { owner } = yield* owners
            const [store, details, pages] = yield* Effect.all([ObjectStore, ObjectDetailStore, BucketPages])
            const bucket = yield* freshBucket(owner)
            const bytes = Buffer.alloc(11 * 1024 ** 2, "stowage")
            yield* store.put(owner, bucket, "from/ü +%", {
              size_bytes: bytes.length,
              content_type: "text/x-large",
              bytes: Stream.make(bytes),
              attributes: { metadata: { colour: "green" }, tags: [{ key: "team", value: "a b+c" }] }
            })
            const { etag } = yield* store.facts(owner, bucket, "from/ü +%")
            const from = {
              bucket,
              key: "from/ü +%",
              versionId: null,
              etag,
              sizeBytes: bytes.length,
              storageClass: "STANDARD"
            }
            const within = { source: owner, target: owner, bucket, sameGateway: true, objectLock: false, accepted: [] }
            const inParts = Effect.provideService(CopySizes, { whole: 5 * 1024 ** 2, part: 5 * 1024 ** 2 })
            const [tag] = yield* details.copyTo(within, [{ from, to: "to/x" }]).pipe(inParts)
            assert.match(Result.getOrElse(tag ?? Result.succeed(""), () => "") ?? "", /-3"?$/)
            const head = yield* details.head(owner, { bucket, key: "to/x", versionId: null }, null)
            assert.deepStrictEqual(
              [head.size_bytes, head.headers.content_type, head.metadata["colour"]],
              [bytes.length, "text/x-large", "green"]
            )
            assert.deepStrictEqual(yield* details.tags(owner, { bucket, key: "to/x", versionId: null }), [
              { key: "team", value: "a b+c" }
            ])
            const { body } = yield* store.open(owner, bucket, "to/x", null)
            assert.isTrue(Buffer.concat(yield* Stream.runCollect(body)).equals(bytes))

            const stale = { ...from, etag: `"${"0".repeat(32)}"` }
            const refusals = [
              ...(yield* details.copyTo(within, [{ from: stale, to: "to/y" }]).pipe(inParts)),
              ...(yield* details.copyTo(within, [{ from: stale, to: "to/y" }]))
            ]
            for (const refused of refusals)
              assert.deepInclude(Result.isFailure(refused) ? refused.failure : {}, {
                _tag: "Conflict",
                code: "stale_plan"
              })
            assert.lengthOf(refusals, 2)
            assert.deepStrictEqual(
              (yield* pages.uploads(owner, bucket, { prefix: "", after: null, maxUploads: 10 })).uploads,
              []
            )
            assert.deepStrictEqual(yield* allKeys(owner, bucket, "to/"), ["to/x"])
          }).pipe(Effect.scoped)
      )

      for (const [what, key] of Object.entries(oddKeys)) {
        it.effect(`a key with ${what} is written, listed, read and deleted as it is`, () =>
          Effect.gen(function* () {
            const { owner } = yield* owners
            const store = yield* ObjectStore
            const bucket = yield* freshBucket(owner)
            assert.isTrue(Schema.is(ObjectKey)(key))
            yield* write(owner, bucket, key)
            assert.deepStrictEqual(yield* allKeys(owner, bucket), [key])
            assert.deepStrictEqual(yield* allKeys(owner, bucket, key), [key])
            assert.strictEqual((yield* store.facts(owner, bucket, key)).content_type, "text/plain")
            assert.strictEqual(yield* text((yield* store.open(owner, bucket, key, null)).body), key)
            const outcomes = yield* store.removeMany(owner, bucket, [key])
            assert.deepStrictEqual(outcomes, [{ key, deleted: true, code: null, detail: null }])
            assert.deepStrictEqual(yield* allKeys(owner, bucket), [])
          })
        )
      }

      it.effect("keys that XML cannot carry are deleted in the batch of the others, each with its outcome", () =>
        Effect.gen(function* () {
          const { owner } = yield* owners
          const store = yield* ObjectStore
          const bucket = yield* freshBucket(owner)
          const keys = ["plain", "a\u0001b", "\n", "last"]
          yield* Effect.forEach(keys, (key) => write(owner, bucket, key), { discard: true })
          const outcomes = yield* store.removeMany(owner, bucket, keys)
          assert.deepStrictEqual(
            outcomes,
            keys.map((key) => ({ key, deleted: true, code: null, detail: null }))
          )
          assert.deepStrictEqual(yield* allKeys(owner, bucket), [])
        })
      )

      it.effect(
        "what is no key, and what is no bucket, is refused before the gateway is asked; an empty key never " +
          "deletes its bucket",
        () =>
          Effect.gen(function* () {
            const { owner } = yield* owners
            const store = yield* ObjectStore
            const bucket = yield* freshBucket(owner)
            yield* write(owner, bucket, "inside")
            for (const key of ["", "a\0b", "half \ud800", "x".repeat(1025)]) {
              assert.isFalse(Schema.is(ObjectKey)(key))
              assert.strictEqual((yield* Effect.flip(store.facts(owner, bucket, key)))._tag, "NotFound")
              assert.strictEqual((yield* Effect.flip(write(owner, bucket, key, "x")))._tag, "NotFound")
            }
            for (const key of ["", "a\0b"]) yield* store.removeMany(owner, bucket, [key]).pipe(Effect.ignore)
            for (const name of [
              "..",
              ".",
              "admin",
              `a/../${bucket}`,
              `${bucket}/inside`,
              `../${bucket}`,
              `${bucket}\0`,
              ""
            ]) {
              assert.isFalse(Schema.is(ExistingBucketName)(name), name)
              const listing = store.list(owner, name, {
                prefix: "",
                delimiter: "",
                continuationToken: null,
                maxKeys: 10
              })
              assert.strictEqual((yield* Effect.flip(listing))._tag, "NotFound", name)
              assert.strictEqual((yield* Effect.flip(store.facts(owner, name, "inside")))._tag, "NotFound", name)
            }
            assert.deepStrictEqual(yield* allKeys(owner, bucket), ["inside"])
          })
      )

      it.effect("S12 S13 every object and prefix is found by following the token alone", () =>
        Effect.gen(function* () {
          const { owner } = yield* owners
          const store = yield* ObjectStore
          const bucket = yield* freshBucket(owner)
          const keys = Array.from({ length: 23 }, (_, index) =>
            index % 2 === 0 ? `dir ${index}/x/y` : `plain ${index}`
          )
          yield* Effect.forEach(keys, (key) => write(owner, bucket, key), { concurrency: 4, discard: true })
          const prefixes: Array<string> = []
          const objects: Array<string> = []
          let token: string | null = null
          do {
            const page: Effect.Success<ReturnType<typeof store.list>> = yield* store.list(owner, bucket, {
              prefix: "",
              delimiter: "/",
              continuationToken: token,
              maxKeys: 4
            })
            prefixes.push(...page.prefixes)
            objects.push(...page.objects.map(({ key }) => key))
            token = page.next_continuation_token
          } while (token !== null)
          assert.deepStrictEqual(
            prefixes.sort(),
            keys
              .filter((key) => key.startsWith("dir"))
              .map((key) => `${key.split("/")[0]}/`)
              .sort()
          )
          assert.deepStrictEqual(objects.sort(), keys.filter((key) => key.startsWith("plain")).sort())
        })
      )

      it.effect("a range answers those bytes, their place and the size of the whole", () =>
        Effect.gen(function* () {
          const { owner } = yield* owners
          const store = yield* ObjectStore
          const bucket = yield* freshBucket(owner)
          yield* write(owner, bucket, "digits", "0123456789")
          const part = yield* store.open(owner, bucket, "digits", "bytes=2-5")
          assert.strictEqual(yield* text(part.body), "2345")
          assert.deepInclude(part, { size_bytes: 4, content_range: "bytes 2-5/10" })
          assert.strictEqual(part.facts.size_bytes, 10)
          const rest = yield* store.open(owner, bucket, "digits", "bytes=-3")
          assert.strictEqual(yield* text(rest.body), "789")
          for (const range of ["bytes=50-60", "bytes=10-"]) {
            const beyond = yield* Effect.flip(store.open(owner, bucket, "digits", range))
            assert.deepInclude(beyond, { _tag: "RangeNotSatisfiable", size_bytes: 10 })
          }
        })
      )

      it.effect("an empty object is written and read", () =>
        Effect.gen(function* () {
          const { owner } = yield* owners
          const store = yield* ObjectStore
          const bucket = yield* freshBucket(owner)
          yield* write(owner, bucket, "folder/", "")
          const facts = yield* store.facts(owner, bucket, "folder/")
          assert.strictEqual(facts.size_bytes, 0)
          assert.strictEqual(yield* text((yield* store.open(owner, bucket, "folder/", null)).body), "")
        })
      )

      it.effect("a strict batch tells the outcome of each key; what is not there counts as deleted", () =>
        Effect.gen(function* () {
          const { owner } = yield* owners
          const store = yield* ObjectStore
          const bucket = yield* freshBucket(owner)
          yield* write(owner, bucket, "there")
          const outcomes = yield* store.removeMany(owner, bucket, ["there", "never & nowhere"])
          assert.deepStrictEqual(
            outcomes.map(({ key, deleted }) => [key, deleted]),
            [
              ["there", true],
              ["never & nowhere", true]
            ]
          )
        })
      )

      it.effect("a missing key, and a key of a missing bucket, are not found", () =>
        Effect.gen(function* () {
          const { owner } = yield* owners
          const store = yield* ObjectStore
          const bucket = yield* freshBucket(owner)
          for (const [where, key] of [
            [bucket, "nope"],
            ["no-such-bucket-anywhere", "nope"]
          ] as const) {
            assert.strictEqual((yield* Effect.flip(store.facts(owner, where, key)))._tag, "NotFound")
            assert.strictEqual((yield* Effect.flip(store.open(owner, where, key, null)))._tag, "NotFound")
          }
          const listing = store.list(owner, "no-such-bucket-anywhere", {
            prefix: "",
            delimiter: "/",
            continuationToken: null,
            maxKeys: 10
          })
          assert.strictEqual((yield* Effect.flip(listing))._tag, "NotFound")
        })
      )

      it.effect("T3 somebody else's bucket is refused as a missing right, not as wrong credentials", () =>
        Effect.gen(function* () {
          const { other, owner } = yield* owners
          const store = yield* ObjectStore
          const bucket = yield* freshBucket(other)
          const error = yield* Effect.flip(
            store.list(owner, bucket, { prefix: "", delimiter: "/", continuationToken: null, maxKeys: 10 })
          )
          assert.deepInclude(error, { _tag: "StorageError", storage_code: "AccessDenied", storage_status: 403 })
          assert.match("detail" in error ? error.detail : "", /lack the right, or a policy denies it/)
        })
      )

      it.effect("S3 a bucket without CORS has no rules", () =>
        Effect.gen(function* () {
          const { owner } = yield* owners
          const bucket = yield* freshBucket(owner)
          assert.deepStrictEqual(yield* (yield* ObjectStore).corsRules(owner, bucket), [])
        })
      )

      it.effect("a download link gives the object as a file of its name, whatever the key", () =>
        Effect.gen(function* () {
          const { owner } = yield* owners
          const store = yield* ObjectStore
          const bucket = yield* freshBucket(owner)
          for (const key of ["100% ü.txt", "a+b c?d#e", "two\nlines", "/leading", "a//b", "it's (1)*.txt"]) {
            yield* write(owner, bucket, key)
            const url = yield* store.downloadUrl(owner, bucket, key, 60)
            const answer = yield* Effect.promise(() => fetch(url))
            assert.strictEqual(answer.status, 200, key)
            assert.strictEqual(answer.headers.get("content-disposition"), attachment(key))
            assert.strictEqual(yield* Effect.promise(() => answer.text()), key)
          }
        })
      )
    })
  })
}
