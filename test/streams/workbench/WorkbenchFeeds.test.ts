import { assert, it } from "@effect/vitest"
import { Deferred, Effect, Layer, Queue, Stream } from "effect"
import type { WorkbenchRequest } from "#domain/buckets/workbench/WorkbenchRequest.ts"
import type { WorkbenchPage } from "#domain/buckets/workbench/WorkbenchRow.ts"
import { clusterScope } from "#domain/buckets/workbench/WorkbenchScope.ts"
import { BucketWorkbench } from "#services/buckets/workbench/BucketWorkbench.ts"
import { WorkbenchFeeds } from "#services/buckets/workbench/WorkbenchFeeds.ts"
import { LiveEvents } from "#services/platform/live/LiveEvents.ts"
import { WorkbenchFeedsShared } from "#streams/workbench/WorkbenchFeedsShared.ts"

const page: WorkbenchPage = {
  items: [],
  total: 0,
  total_all: 0,
  page: 1,
  page_size: 25,
  has_next: false,
  listing: {
    state: "complete",
    refreshing: false,
    read_at: null,
    stale: false,
    last_error: null,
    stats_available: true
  },
  warnings: []
}
const request: WorkbenchRequest = {
  at: ["query"],
  include: ["versioning"],
  filter: { match: "all", rules: [] },
  private_tag_ids: [],
  shared_tag_ids: []
}

it.live("reads of the gateway stop with the last reader of a workbench, and with none before", () =>
  Effect.gen(function* () {
    const reads = yield* Queue.unbounded<"begun" | "stopped">()
    const isStopped = yield* Deferred.make<void>()
    const workbench = Layer.mock(BucketWorkbench, {
      snapshot: () => Effect.succeed(page),
      readParts: () =>
        Queue.offer(reads, "begun").pipe(
          Effect.andThen(Effect.never),
          Effect.onInterrupt(() =>
            Effect.andThen(Queue.offer(reads, "stopped"), Deferred.succeed(isStopped, undefined))
          )
        )
    })
    const feeds = WorkbenchFeedsShared.pipe(
      Layer.provide(workbench),
      Layer.provide(Layer.mock(LiveEvents, { changes: Stream.never }))
    )
    yield* Effect.gen(function* () {
      const { follow } = yield* WorkbenchFeeds
      const scope = clusterScope(1, { id: 1, name: "ceph" })
      const progress = yield* Deferred.make<void>()
      const stopFirst = follow(scope, request, (messages) => {
        if (messages.some(({ event }) => event === "progress")) Effect.runSync(Deferred.succeed(progress, undefined))
      })
      yield* Deferred.await(progress)
      const events: Array<string> = []
      const stopSecond = follow(scope, request, (messages) => {
        events.push(...messages.map(({ event }) => event))
      })
      assert.deepStrictEqual(events, ["result"], "the second reader shares what the first has read")
      assert.strictEqual(yield* Queue.take(reads), "begun")
      stopFirst()
      assert.strictEqual(yield* Queue.size(reads), 0)
      stopSecond()
      yield* Deferred.await(isStopped)
      assert.deepStrictEqual(yield* Queue.takeAll(reads), ["stopped"])
    }).pipe(Effect.provide(feeds), Effect.scoped)
  })
)
