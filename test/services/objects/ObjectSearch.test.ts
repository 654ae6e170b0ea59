import { assert, layer } from "@effect/vitest"
import { Effect, Fiber, Layer, Queue, Stream } from "effect"
import type { ResolvedContext } from "#domain/accounts/contexts/CurrentContext.ts"
import { StorageTimeout } from "#domain/platform/errors/Errors.ts"
import type { ObjectPage } from "#domain/objects/ObjectListing.ts"
import type { SearchEvent, SearchRequest } from "#domain/objects/ObjectSearch.ts"
import { ObjectSearch } from "#services/objects/ObjectSearch.ts"
import { ObjectStore } from "#services/objects/ObjectStore.ts"

const everything: SearchRequest = {
  prefix: "",
  text: "7",
  exact: false,
  caseSensitive: false,
  recursive: true,
  kind: "object",
  storageClass: null,
  minSize: null,
  maxSize: null,
  modifiedAfter: null,
  modifiedBefore: null,
  startAfter: "",
  limit: 10_000
}
const context = { s3: {} } as unknown as ResolvedContext

let asked = 0
let failing = Infinity
const page = (token: string | null): ObjectPage => {
  const from = Number(token ?? 0)
  const objects = [0, 1, 2].map((at) => ({
    key: String(from + at).padStart(9, "0"),
    size_bytes: 1,
    etag: null,
    storage_class: "STANDARD",
    modified_at: null
  }))
  return { prefix: "", delimiter: "", prefixes: [], objects, next_continuation_token: String(from + 3) }
}
const Endless = ObjectSearch.layer.pipe(
  Layer.provide(
    Layer.mock(ObjectStore, {
      list: (_target, _bucket, { continuationToken }) =>
        Effect.suspend(() => {
          asked++
          return asked > failing
            ? Effect.fail(new StorageTimeout({ operation: "s3.ListObjectsV2" }))
            : Effect.succeed(page(continuationToken))
        })
    })
  )
)

const begun = Effect.gen(function* () {
  asked = 0
  return yield* (yield* ObjectSearch).search(context, "endless", everything)
})

layer(Endless, { excludeTestServices: true })("a search in a bucket without an end", (it) => {
  it.effect("reads on only as its reader takes what was found, and no more once they are gone", () =>
    Effect.gen(function* () {
      const events = yield* begun
      const taken = yield* Queue.bounded<SearchEvent>(1)
      const reader = yield* Effect.forkChild(Stream.runForEach(events, (event) => Queue.offer(taken, event)))
      yield* Queue.take(taken)
      // without a reader it stops after the buffers: the page being made, the one waiting
      let before = -1
      while (before !== asked) {
        before = asked
        for (let turn = 0; turn < 50; turn++) yield* Effect.yieldNow
      }
      assert.isBelow(asked, 100)
      yield* Fiber.interrupt(reader)
      const left = asked
      for (let turn = 0; turn < 50; turn++) yield* Effect.yieldNow
      assert.strictEqual(asked, left)
    })
  )

  it.effect("ends at its limit, with where to go on", () =>
    Effect.gen(function* () {
      asked = 0
      const events = yield* (yield* ObjectSearch).search(context, "endless", { ...everything, limit: 5 })
      const all = yield* Stream.runCollect(events)
      const found = all.flatMap((event) =>
        event.event === "found" ? event.data.items.map(({ key }) => Number(key)) : []
      )
      assert.deepStrictEqual(found, [7, 17, 27, 37, 47])
      const result = all.at(-1)
      assert.deepInclude(result?.data, { found: 5, complete: false })
      assert.isBelow(asked, 20)
    })
  )

  it.effect("a gateway that fails in the middle ends it with that failure, after what was found", () =>
    Effect.gen(function* () {
      failing = 10
      const events = yield* begun
      const seen: Array<SearchEvent> = []
      const failure = yield* Effect.flip(Stream.runForEach(events, (event) => Effect.sync(() => seen.push(event))))
      failing = Infinity
      assert.strictEqual(failure._tag, "StorageTimeout")
      assert.isAbove(seen.filter(({ event }) => event === "found").length, 0)
      assert.notInclude(
        seen.map(({ event }) => event),
        "result"
      )
    })
  )
})
