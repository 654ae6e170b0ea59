import { assert, layer } from "@effect/vitest"
import { Duration, Effect, Fiber, Ref, Schema, Stream } from "effect"
import { HttpClientRequest } from "effect/http"
import { BucketFrame } from "#api/bucketFrame.ts"
import { UsageFrame } from "#api/manager/UsageStats.ts"
import { BucketPage } from "#domain/buckets/BucketListing.ts"
import { Shutdown } from "#services/platform/live/Shutdown.ts"
import { TestDatabase } from "../support/TestDatabase.ts"

import { associate, context, frames, get, post, withService } from "./listingService.ts"

layer(TestDatabase.layer, { excludeTestServices: true, timeout: "60 seconds" })("the routes of listings", (it) => {
  it.effect("GET buckets without page answers the whole listing, also when it was never read", () =>
    withService(120, () =>
      Effect.gen(function* () {
        const response = yield* get(`/api/manager/buckets?context_id=${context()}`)
        assert.strictEqual(response.status, 200)
        const page = yield* Schema.decodeUnknownEffect(BucketPage)(yield* response.json)
        assert.deepStrictEqual(
          [page.total, page.items.length, page.has_next, page.listing.state],
          [120, 120, false, "complete"]
        )
      })
    )
  )

  it.effect("GET buckets pages, sorts and searches; an unknown sort key and an unknown parameter are 422", () =>
    withService(40, () =>
      Effect.gen(function* () {
        const id = context()
        yield* get(`/api/manager/buckets?context_id=${id}`)
        const response = yield* get(
          `/api/manager/buckets?context_id=${id}&page=2&page_size=10&sort_by=used_bytes&sort_dir=desc&search=bucket`
        )
        const page = yield* Schema.decodeUnknownEffect(BucketPage)(yield* response.json)
        assert.deepStrictEqual(
          [page.page, page.page_size, page.total, page.has_next, page.items[0]?.used_bytes],
          [2, 10, 40, true, 29]
        )
        for (const bad of ["sort_by=colour", "colour=red", "page=0", "page_size=201"]) {
          assert.strictEqual((yield* get(`/api/manager/buckets?context_id=${id}&${bad}`)).status, 422, bad)
        }
      })
    )
  )

  it.effect("the live stream sends the page, then rows as they become known, then the page again and done", () =>
    withService(300, (gateway, caller) =>
      Effect.gen(function* () {
        yield* Ref.set(gateway.lag, Duration.millis(40))
        const { id } = yield* associate(caller)
        const received = yield* frames(
          BucketFrame,
          HttpClientRequest.get(`/api/manager/buckets/stream?context_id=${id}&page=1&page_size=50`)
        ).pipe(
          Stream.takeUntil((frame) => frame.event === "done"),
          Stream.runCollect,
          Effect.timeout("10 seconds")
        )
        const ids = received.map(({ id }) => Number(id))
        assert.isTrue(
          ids.every((id, index) => index === 0 || id > ids[index - 1]!),
          `ids grow: ${ids.join(", ")}`
        )
        assert.deepStrictEqual(
          [received[0]?.event, received.at(-2)?.event, received.at(-1)?.event],
          ["result", "result", "done"]
        )
        const rows = received.flatMap((frame) => (frame.event === "rows" ? [frame.data.rows] : []))
        assert.isFalse(rows[0]![0]!.has_statistics)
        assert.isTrue(received.some((frame) => frame.event === "progress"))
        const last = received.at(-2)!
        assert.isTrue(last.event === "result" && last.data.items.length === 50 && last.data.total === 300)
      })
    )
  )

  it.effect("the live stream is not cached or buffered, and ends when the service begins to stop", () =>
    withService(3, (_gateway, caller) =>
      Effect.gen(function* () {
        const path = `/api/manager/buckets/stream?context_id=${(yield* associate(caller)).id}`
        const response = yield* get(path)
        assert.strictEqual(response.headers["cache-control"], "no-store")
        assert.strictEqual(response.headers["x-accel-buffering"], "no")
        assert.match(response.headers["content-type"]!, /^text\/event-stream/)
        const ended = yield* Effect.forkScoped(Stream.runDrain(response.stream))
        yield* Effect.sleep("50 millis")
        yield* (yield* Shutdown).begin
        yield* Effect.timeout(Fiber.await(ended), "2 seconds")
      })
    )
  )

  it.effect("POST usage-stats/stream ends with result and done, and the latest usage is kept", () =>
    withService(250, (_gateway, caller) =>
      Effect.gen(function* () {
        const { id } = yield* associate(caller)
        const before = yield* (yield* get(`/api/manager/usage-stats/latest?context_id=${id}`)).json
        assert.deepStrictEqual(before, { snapshot: null })
        const received = yield* Stream.runCollect(
          frames(UsageFrame, HttpClientRequest.post(`/api/manager/usage-stats/stream?context_id=${id}`))
        )
        assert.deepStrictEqual(
          received.slice(-2).map(({ event }) => event),
          ["result", "done"]
        )
        const after = yield* (yield* get(`/api/manager/usage-stats/latest?context_id=${id}`)).json
        assert.nestedPropertyVal(after, "snapshot.statistics.bucket_count", 250)
      })
    )
  )

  it.effect("a recount of a gateway that fails sends a problem document as its error, then done", () =>
    withService(5, (gateway, caller) =>
      Effect.gen(function* () {
        yield* Ref.set(gateway.down, true)
        const { id } = yield* associate(caller)
        const received = yield* Stream.runCollect(
          frames(UsageFrame, HttpClientRequest.post(`/api/manager/usage-stats/stream?context_id=${id}`))
        )
        const [error, done] = received.slice(-2)
        assert.isTrue(error?.event === "error" && error.data.code === "storage_timeout" && error.data.status === 504)
        assert.strictEqual(done?.event, "done")
      })
    )
  )

  it.effect("a bucket name that S3 forbids is a 422 at payload.name, a missing bucket a 404", () =>
    withService(1, () =>
      Effect.gen(function* () {
        const id = context()
        const response = yield* post(`/api/manager/buckets?context_id=${id}`, { name: "No_Such_Name" })
        assert.strictEqual(response.status, 422)
        assert.nestedPropertyVal(yield* response.json, "errors[0].path[1]", "name")
        assert.strictEqual((yield* get(`/api/manager/buckets/not-there?context_id=${id}`)).status, 404)
      })
    )
  )
})
