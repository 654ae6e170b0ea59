import { assert, layer } from "@effect/vitest"
import { Effect, Layer, PubSub, Stream } from "effect"
import { TestClock } from "effect/testing"
import type { DriftSummary } from "#domain/accounts/Drift.ts"
import type { LiveEvent } from "#domain/platform/LiveEvent.ts"
import { DriftRecords } from "#services/fleet/drift/DriftRecords.ts"
import { type DriftUpdate, DriftUpdates } from "#services/fleet/drift/DriftUpdates.ts"
import { LiveEvents } from "#services/platform/live/LiveEvents.ts"
import { DriftUpdatesShared } from "#streams/drift/DriftUpdatesShared.ts"

const summary = (s3_user_count: number): DriftSummary => ({ account_count: 0, s3_user_count, endpoints: [] })

const world = Effect.gen(function* () {
  const board = yield* PubSub.unbounded<LiveEvent>()
  const state = { differing: 0, readings: 0, broken: false }
  const records = Layer.mock(DriftRecords, {
    summary: Effect.suspend(() => {
      state.readings += 1
      return state.broken ? Effect.die(new Error("no database")) : Effect.succeed(summary(state.differing))
    })
  })
  const live = Layer.succeed(
    LiveEvents,
    LiveEvents.of({
      changes: Stream.fromPubSub(board),
      publish: (event) => Effect.asVoid(PubSub.publish(board, event))
    })
  )
  const context = yield* Layer.build(DriftUpdatesShared.pipe(Layer.provide(Layer.merge(records, live))))
  const watch = yield* Effect.provide(DriftUpdates, context)
  const pass = (time: "10 millis" | "1 seconds" | "2 minutes") => TestClock.adjust(time)
  yield* pass("10 millis")
  const changed = (differing: number) =>
    Effect.andThen(
      Effect.sync(() => {
        state.differing = differing
      }),
      PubSub.publish(board, { _tag: "DriftChanged" })
    )
  const join = () => {
    const heard: Array<number> = []
    const news: Array<DriftUpdate> = []
    const stop = watch.follow((some) => {
      news.push(some)
      heard.push(...some.map(({ data }) => data.s3_user_count))
    })
    return { heard, news, stop }
  }
  return { state, changed, join, pass }
})

layer(Layer.empty)("what differs from gateways, for all who watch", (it) => {
  it.effect("500 who watch cost one reading when they come, and one a change; all are handed the same frame", () =>
    Effect.scoped(
      Effect.gen(function* () {
        const { changed, join, pass, state } = yield* world
        const readers = Array.from({ length: 500 }, join)
        yield* pass("1 seconds")
        assert.strictEqual(state.readings, 1)
        yield* changed(3)
        yield* pass("1 seconds")
        assert.strictEqual(state.readings, 2)
        for (const { heard } of readers) assert.deepStrictEqual(heard, [0, 3])
        assert.lengthOf([...new Set(readers.map(({ news }) => news.at(-1)))], 1)
        const late = join()
        assert.deepStrictEqual(late.heard, [3], "at once, and without a reading")
        assert.strictEqual(state.readings, 2)
        const ids = readers[0]!.news.flat().map(({ id }) => Number(id))
        assert.isBelow(ids[0]!, ids[1]!)
      })
    )
  )

  it.effect("what a check announces row by row is told together; the same once more is not told", () =>
    Effect.scoped(
      Effect.gen(function* () {
        const { changed, join, pass, state } = yield* world
        const { heard } = join()
        yield* pass("1 seconds")
        for (let count = 1; count <= 200; count++) yield* changed(count)
        yield* pass("1 seconds")
        yield* pass("1 seconds")
        assert.isAtMost(state.readings, 3)
        assert.strictEqual(heard.at(-1), 200)
        const before = heard.length
        yield* changed(200)
        yield* pass("1 seconds")
        assert.lengthOf(heard, before)
      })
    )
  )

  it.effect("while nobody watches nothing is read, and what changed meanwhile is told to whoever comes", () =>
    Effect.scoped(
      Effect.gen(function* () {
        const { changed, join, pass, state } = yield* world
        const first = join()
        yield* pass("1 seconds")
        first.stop()
        yield* changed(7)
        yield* pass("2 minutes")
        assert.strictEqual(state.readings, 1)
        const second = join()
        yield* pass("1 seconds")
        assert.deepStrictEqual([second.heard, first.heard], [[7], [0]])
      })
    )
  )

  it.effect("a lost announcement is made up for, and so is a reading that failed", () =>
    Effect.scoped(
      Effect.gen(function* () {
        const { changed, join, pass, state } = yield* world
        const { heard } = join()
        yield* pass("1 seconds")
        state.differing = 4
        yield* pass("2 minutes")
        assert.deepStrictEqual(heard, [0, 4])
        state.broken = true
        yield* changed(5)
        yield* pass("1 seconds")
        state.broken = false
        yield* pass("2 minutes")
        assert.deepStrictEqual(heard, [0, 4, 5])
      })
    )
  )
})
