import { assert, describe, it } from "@effect/vitest"
import { Effect, Fiber, Latch } from "effect"
import { TestClock } from "effect/testing"
import type { S3Target } from "#domain/gateways/endpoints/Targets.ts"
import { MAX_LANES } from "#domain/buckets/backgroundRate.ts"
import type { BucketContents, ListedVersion } from "#services/buckets/emptying/BucketContents.ts"
import { emptyRemoval, type Removal, removeAll } from "#services/buckets/emptying/removeAll.ts"

const target = {} as S3Target

const named = (keys: number): ReadonlyArray<ListedVersion> =>
  Array.from({ length: keys }, (_, index) => ({
    key: `k${String(index).padStart(6, "0")}`,
    versionId: "null",
    bytes: 2,
    isMarker: false
  }))

const bucketOf = (keys: number, opened: Latch.Latch, stays: (key: string) => boolean = () => false) => {
  let there = named(keys)
  const seen = { now: 0, most: 0, batches: [] as Array<number>, listed: [] as Array<string | null> }
  const contents: Partial<BucketContents["Service"]> = {
    versions: (_target, _bucket, after) =>
      Effect.sync(() => {
        seen.listed.push(after?.key ?? null)
        const left = there.filter(({ key }) => after === null || key > after.key)
        const versions = left.slice(0, 1_000)
        return { versions, next: left.length > 1_000 ? { key: versions.at(-1)!.key, versionId: "null" } : null }
      }),
    removeVersions: (_target, _bucket, versions) =>
      Effect.gen(function* () {
        seen.batches.push(versions.length)
        seen.most = Math.max(seen.most, ++seen.now)
        yield* opened.await
        seen.now -= 1
        const gone = new Set(versions.filter(({ key }) => !stays(key)).map(({ key }) => key))
        there = there.filter(({ key }) => !gone.has(key))
        return versions.filter(({ key }) => stays(key)).map((version) => ({ version, code: "AccessDenied" }))
      }),
    lockOf: () => Effect.succeed({ mode: null, until: null, hold: true }),
    answers: () => Effect.void
  }
  return { contents: contents as BucketContents["Service"], seen, left: () => there.length }
}

const around = (
  contents: BucketContents["Service"],
  isPauseRequested: Effect.Effect<boolean> = Effect.succeed(false)
) => ({
  contents,
  target,
  bucket: "b",
  note: (_: Removal) => Effect.void,
  isPauseRequested
})

describe("removing everything from a bucket", () => {
  it.effect(
    "goes on in several requests where others are answered as fast as before, and counts each version once",
    () =>
      Effect.gen(function* () {
        const opened = Latch.makeUnsafe(false)
        const { contents, left, seen } = bucketOf(12_345, opened)
        const running = yield* Effect.forkChild(removeAll(emptyRemoval, around(contents)))
        for (let second = 0; second < 30 && seen.most < MAX_LANES; second++) yield* TestClock.adjust("1 second")
        assert.strictEqual(seen.most, MAX_LANES, "one was begun, and the others beside it while it took its time")
        yield* opened.open
        const { end, removal } = yield* Fiber.join(running)
        assert.deepInclude({ end, ...removal }, { end: "empty", removed: 12_345, bytes: 24_690, kept: 0 })
        assert.strictEqual(left(), 0)
        assert.isAtMost(Math.max(...seen.batches), 250)
        assert.strictEqual(
          seen.batches.reduce((sum, size) => sum + size),
          12_345,
          "nothing was sent twice"
        )
      })
  )

  it.effect(
    "now and then removes nothing for a moment, and asks how quick the gateway is without, before it goes on",
    () =>
      Effect.gen(function* () {
        const opened = Latch.makeUnsafe(false)
        const { contents, seen } = bucketOf(4_321, opened)
        let unhurried = 0
        const answers = () =>
          Effect.sync(() => {
            if (seen.now === 0) unhurried += 1
          })
        const running = yield* Effect.forkChild(removeAll(emptyRemoval, around({ ...contents, answers })))
        for (let second = 0; second < 40; second++) yield* TestClock.adjust("1 second")
        const before = unhurried
        assert.isAbove(seen.now, 0, "what is under way is waited for")
        yield* opened.open
        const { end, removal } = yield* Fiber.join(running)
        assert.deepInclude({ end, ...removal }, { end: "empty", removed: 4_321 })
        assert.isAtLeast(unhurried - before, before, "asked as often as before the first removal")
      })
  )

  it.effect("begins with one request, and asks nothing of a bucket that is empty", () =>
    Effect.gen(function* () {
      let asked = 0
      const { contents, seen } = bucketOf(0, Latch.makeUnsafe(true))
      const { end } = yield* removeAll(
        emptyRemoval,
        around({
          ...contents,
          answers: () =>
            Effect.sync(() => {
              asked += 1
            })
        })
      )
      assert.deepStrictEqual([end, asked, seen.batches], ["empty", 0, []])
    })
  )

  it.effect("rests when that is wanted, and a successor that goes on from its notes counts what stays once", () =>
    Effect.gen(function* () {
      const { contents, left } = bucketOf(3_000, Latch.makeUnsafe(true), (key) => key.endsWith("00"))
      let steps = 0
      const first = yield* removeAll(
        emptyRemoval,
        around(
          contents,
          Effect.sync(() => ++steps >= 20)
        )
      )
      assert.strictEqual(first.end, "rested")
      assert.isAbove(first.removal.kept, 0)
      const { end, removal } = yield* removeAll(first.removal, around(contents))
      assert.deepInclude({ end, ...removal }, { end: "kept", removed: 2_970, bytes: 5_940, kept: 30 })
      assert.lengthOf(new Set(removal.named.map(({ key }) => key)), 30)
      assert.strictEqual(left(), 30)
    })
  )

  it.effect("goes on after the last page whose keys are all gone", () =>
    Effect.gen(function* () {
      const { contents, seen } = bucketOf(5_000, Latch.makeUnsafe(true))
      let steps = 0
      const first = yield* removeAll(
        emptyRemoval,
        around(
          contents,
          Effect.sync(() => ++steps >= 150)
        )
      )
      assert.strictEqual(
        first.removal.after?.key,
        "k001999",
        "a hundred and fifty requests of sixteen keys are two pages and more"
      )
      seen.listed.length = 0
      const { end, removal } = yield* removeAll(first.removal, around(contents))
      assert.deepInclude({ end, ...removal }, { end: "empty", removed: 5_000 })
      assert.strictEqual(seen.listed[0], "k001999")
    })
  )
})
