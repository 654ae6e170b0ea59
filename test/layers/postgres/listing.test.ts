import { assert, layer } from "@effect/vitest"
import { Effect, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { offsetPage, type SqlListing } from "#layers/postgres/listing.ts"
import { makeRowReader } from "#layers/postgres/makeRowReader.ts"
import { TestDatabase } from "../../support/TestDatabase.ts"

const Thing = Schema.Struct({ id: Schema.Int, name: Schema.String, size: Schema.NullOr(Schema.Int) })
type Thing = typeof Thing.Type

const things: SqlListing<"name" | "size"> = {
  columns: "t.id, t.name, t.size",
  from: "things t",
  id: "t.id",
  searched: ["t.name"],
  sortedBy: "name",
  sorts: { name: "lower(t.name)", size: "t.size" }
}

const rows: ReadonlyArray<Thing> = Array.from({ length: 23 }, (_, index) => ({
  id: index + 1,
  name: ["Alpha", "alpha", "50%", "a_b", "\\", "ünï"][index % 6]!,
  size: index % 4 === 0 ? null : index % 3
}))

const filled = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql`create table if not exists things (id int primary key, name text not null, size int)`
  yield* sql`insert into things select * from jsonb_to_recordset(${JSON.stringify(rows)}::text::jsonb) as n
    (id int, name text, size int) on conflict do nothing`
  return { sql, page: offsetPage(sql, things, makeRowReader("things", Thing), (row) => row) }
})

const Query = Schema.Struct({
  page_size: Schema.Literals([1, 2, 5, 7, 23, 200]),
  sort_by: Schema.Literals(["name", "size"]),
  sort_dir: Schema.Literals(["asc", "desc"])
})

layer(TestDatabase.layer, { excludeTestServices: true, timeout: "60 seconds" })("a listing in SQL", (it) => {
  it.effect.prop(
    "has every row on exactly one page, what is not known last, and ties in one order",
    { query: Query },
    ({ query }) =>
      Effect.gen(function* () {
        const { page } = yield* filled
        const seen: Array<Thing> = []
        for (let number = 1; ; number++) {
          const { has_next, items, total } = yield* page({ ...query, page: number })
          assert.strictEqual(total, rows.length)
          seen.push(...items)
          if (!has_next) break
        }
        const sign = query.sort_dir === "asc" ? 1 : -1
        assert.deepStrictEqual(
          [...new Set(seen.map(({ id }) => id))].sort((a, b) => a - b),
          rows.map(({ id }) => id)
        )
        assert.lengthOf(seen, rows.length)
        for (const [index, row] of seen.slice(1).entries()) {
          const before = seen[index]!
          if (query.sort_by === "size") {
            assert.isTrue(
              row.size === null || (before.size !== null && sign * (before.size - row.size) <= 0),
              `${before.size} before ${row.size}`
            )
            if (row.size === before.size) assert.isBelow(before.id, row.id)
          } else if (row.name.toLowerCase() === before.name.toLowerCase()) assert.isBelow(before.id, row.id)
        }
      })
  )

  it.effect("knows its total behind its end, and answers the first 25 by its own order when nothing is said", () =>
    Effect.gen(function* () {
      const { page } = yield* filled
      assert.deepStrictEqual(yield* page({ page: 1_000_000, page_size: 200 }), {
        items: [],
        total: 23,
        total_all: 23,
        page: 1_000_000,
        page_size: 200,
        has_next: false
      })
      const first = yield* page({})
      assert.deepInclude(first, { total: 23, page: 1, page_size: 25, has_next: false })
      assert.deepStrictEqual(Object.keys(first.items[0]!).sort(), ["id", "name", "size"])
      assert.deepStrictEqual(yield* page({ search: "nothing has this" }), {
        items: [],
        total: 0,
        total_all: 23,
        page: 1,
        page_size: 25,
        has_next: false
      })
    })
  )

  it.effect(
    "is searched literally and without case; nothing but spaces is no search; its own conditions hold as well",
    () =>
      Effect.gen(function* () {
        const { page, sql } = yield* filled
        const total = (search: string) => Effect.map(page({ search }), (found) => found.total)
        const named = (...names: ReadonlyArray<string>) => rows.filter(({ name }) => names.includes(name)).length
        assert.strictEqual(yield* total("%"), named("50%"))
        assert.strictEqual(yield* total("_"), named("a_b"))
        assert.strictEqual(yield* total("\\"), named("\\"))
        assert.strictEqual(yield* total(" ALPHA "), named("Alpha", "alpha"))
        assert.strictEqual(yield* total("   "), rows.length)
        assert.strictEqual(yield* total("' or true --"), 0)
        const known = yield* page({ search: "alpha" }, sql`t.size is not null`)
        assert.strictEqual(
          known.total,
          rows.filter(({ name, size }) => name.toLowerCase() === "alpha" && size !== null).length
        )
      })
  )
})
