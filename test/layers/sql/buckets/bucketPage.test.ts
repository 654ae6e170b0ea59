import { assert, layer } from "@effect/vitest"
import { Duration, Effect, Layer, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { type BucketQuery, BucketPage, unreadBucket } from "#domain/buckets/BucketListing.ts"
import { cachedEncoder } from "#http/cachedEncoder.ts"
import * as BucketRefreshesSql from "#layers/sql/buckets/BucketRefreshesSql.ts"
import * as BucketSnapshotsSql from "#layers/sql/buckets/BucketSnapshotsSql.ts"
import * as LiveEventsSql from "#layers/sql/platform/LiveEventsSql.ts"
import { BucketRefreshes } from "#services/buckets/BucketRefreshes.ts"
import { BucketSnapshots } from "#services/buckets/BucketSnapshots.ts"
import { TestDatabase } from "../../../support/TestDatabase.ts"

const elsewhere = <A, E>(work: (snapshots: BucketSnapshots["Service"]) => Effect.Effect<A, E>) =>
  Effect.flatMap(BucketSnapshots, work).pipe(Effect.provide(Layer.fresh(BucketSnapshotsSql.layer)))

const first: BucketQuery = { page: 1, page_size: 2 }
const named = (page: { readonly items: ReadonlyArray<{ readonly name: string }> }) => page.items.map(({ name }) => name)

const World = Layer.merge(BucketSnapshotsSql.layer, BucketRefreshesSql.layer).pipe(
  Layer.provideMerge(LiveEventsSql.layer),
  Layer.provideMerge(TestDatabase.layer)
)

layer(World, { excludeTestServices: true, timeout: "60 seconds" })("a page of buckets", (it) => {
  it.effect("is the same object while nothing changed, and another as soon as anything did", () =>
    Effect.gen(function* () {
      const snapshots = yield* BucketSnapshots
      for (const name of ["a", "b", "c"]) yield* snapshots.put("same", unreadBucket(name))
      const page = yield* snapshots.page("same", first)
      assert.deepStrictEqual([named(page), page.total, page.has_next], [["a", "b"], 3, true])
      assert.strictEqual(yield* snapshots.page("same", first), page)
      const second = yield* snapshots.page("same", { ...first, page: 2 })
      assert.deepStrictEqual([named(second), second.total], [["c"], 3])

      yield* snapshots.put("same", unreadBucket("aa"))
      const after = yield* snapshots.page("same", first)
      assert.deepStrictEqual([named(after), after.total], [["a", "aa"], 4])
      assert.isAbove(after.listing.version, page.listing.version)
      yield* snapshots.drop("same", "a")
      assert.deepStrictEqual(named(yield* snapshots.page("same", first)), ["aa", "b"])
      assert.strictEqual((yield* snapshots.page("same", { ...first, page: 2 })).total, 3)
    })
  )

  it.effect("is told apart by all that is asked: page, size, order, search, exactness and listing", () =>
    Effect.gen(function* () {
      const snapshots = yield* BucketSnapshots
      for (const name of ["a", "ab", "b"]) yield* snapshots.put("asked", unreadBucket(name))
      yield* snapshots.put("other", unreadBucket("z"))
      const read = (query: BucketQuery, key = "asked") =>
        Effect.map(snapshots.page(key, query), (page) => [named(page), page.total])
      const expected: ReadonlyArray<readonly [BucketQuery, ReadonlyArray<unknown>]> = [
        [first, [["a", "ab"], 3]],
        [{ ...first, page: 2 }, [["b"], 3]],
        [{ ...first, page_size: 1 }, [["a"], 3]],
        [{ ...first, sort_dir: "desc" }, [["b", "ab"], 3]],
        [{ ...first, search: "b" }, [["ab", "b"], 2]],
        [{ ...first, search: "b", exact: "true" }, [["b"], 1]],
        [{ ...first, search: "b", exact: "false" }, [["ab", "b"], 2]],
        [{ ...first, page: 9 }, [[], 3]]
      ]
      for (let again = 0; again < 2; again++) {
        for (const [query, page] of expected) assert.deepStrictEqual(yield* read(query), page, JSON.stringify(query))
        assert.deepStrictEqual(yield* read(first, "other"), [["z"], 1])
        assert.deepStrictEqual(yield* read(first, "nobody's"), [[], 0])
      }
    })
  )

  it.effect("shows what another process changed, and a listing that was deleted and made anew", () =>
    Effect.gen(function* () {
      const snapshots = yield* BucketSnapshots
      const sql = yield* SqlClient.SqlClient
      yield* snapshots.put("shared", unreadBucket("mine"))
      assert.deepStrictEqual(named(yield* snapshots.page("shared", first)), ["mine"])
      yield* elsewhere((other) => other.put("shared", unreadBucket("theirs")))
      assert.deepStrictEqual(named(yield* snapshots.page("shared", first)), ["mine", "theirs"])
      yield* sql`delete from bucket_listings where key = 'shared'`
      assert.deepStrictEqual(named(yield* snapshots.page("shared", first)), [])
      for (const name of ["x", "y"]) yield* elsewhere((other) => other.put("shared", unreadBucket(name)))
      const anew = yield* snapshots.page("shared", first)
      assert.deepStrictEqual([named(anew), anew.total, anew.listing.version], [["x", "y"], 2, 2])
    })
  )

  it.effect("tells that a refresh runs, and that its lease lapsed, which nobody writes", () =>
    Effect.gen(function* () {
      const snapshots = yield* BucketSnapshots
      const refreshes = yield* BucketRefreshes
      yield* snapshots.put("leased", unreadBucket("a"))
      assert.isFalse((yield* snapshots.page("leased", first)).listing.refreshing)
      yield* refreshes.begin("leased", crypto.randomUUID(), Duration.millis(300))
      const running = yield* snapshots.page("leased", first)
      assert.isTrue(running.listing.refreshing)
      yield* Effect.sleep("400 millis")
      const lapsed = yield* snapshots.page("leased", first)
      assert.isFalse(lapsed.listing.refreshing)
      assert.strictEqual(lapsed.listing.version, running.listing.version)
      assert.deepStrictEqual(named(lapsed), ["a"])
    })
  )

  it.effect("is encoded as the contract says, once for as long as it is the same", () =>
    Effect.gen(function* () {
      const snapshots = yield* BucketSnapshots
      const answer = cachedEncoder(BucketPage)
      yield* snapshots.put(
        "encoded",
        unreadBucket("a", {
          used_bytes: 9_007_199_254_740_991,
          created_at: "2026-01-02T03:04:05.678Z",
          owner: "ünï\u2028"
        })
      )
      const page = yield* snapshots.page("encoded", first)
      const response = yield* answer(page)
      assert.strictEqual(yield* answer(yield* snapshots.page("encoded", first)), response)
      const body = response.body
      if (body._tag !== "Uint8Array") return assert.fail("no text")
      assert.deepStrictEqual(
        JSON.parse(new TextDecoder().decode(body.body)),
        yield* Schema.encodeEffect(Schema.toCodecJson(BucketPage))(page)
      )
      assert.strictEqual(body.contentType, "application/json")
      yield* snapshots.drop("encoded", "a")
      assert.notStrictEqual(yield* answer(yield* snapshots.page("encoded", first)), response)
    })
  )
})
