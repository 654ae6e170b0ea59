import { assert, layer } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { copyFileSync, existsSync, readFileSync, writeFileSync } from "node:fs"
import { archive, check, inFolder, rowsLeft, seal, sealed, verify, World } from "./auditWorld.ts"

const own = { excludeTestServices: true, timeout: "60 seconds" } as const

const endingBefore = (what: "row" | "deletes", file: string) =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    if (what === "row") {
      yield* sql`alter table audit_archives add constraint killed check (false)`
      yield* Effect.exit(archive(file, 30))
      return yield* sql`alter table audit_archives drop constraint killed`
    }
    yield* sql`create function refuse() returns trigger language plpgsql as $$ begin raise 'killed'; end $$`
    yield* sql`create trigger killed before delete on audit_logs for each statement execute function refuse()`
    yield* Effect.exit(archive(file, 30))
    yield* sql`drop function refuse cascade`
  })

layer(Layer.empty, own)("nothing of the audit trail goes", (it) => {
  it.effect("where no key of ours has signed its end", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const file = yield* inFolder("first.jsonl")
      yield* sealed(5, 100)
      yield* sql`update audit_head set signature = 'of:nobody'`
      assert.deepInclude(yield* verify, { fault: null, signed: false, unsigned: [] })
      assert.match((yield* Effect.flip(archive(file, 30))).detail, /not signed with a key of JWT_KEYS/)
      assert.isFalse(existsSync(file))
    }).pipe(Effect.provide(World))
  )

  it.effect("where its file holds less than was archived, though each line of it holds", () =>
    Effect.gen(function* () {
      const [file, next] = [yield* inFolder("first.jsonl"), yield* inFolder("next.jsonl")]
      yield* sealed(10, 100)
      yield* endingBefore("deletes", file)
      assert.deepStrictEqual(yield* rowsLeft, { links: 10, entries: 11, archives: 1 })
      const text = readFileSync(file, "utf8")
      writeFileSync(file, `${text.trimEnd().split("\n").slice(0, 9).join("\n")}\n`)
      assert.match((yield* Effect.flip(archive(next, 30))).detail, /their file is needed/)
      assert.deepStrictEqual(yield* rowsLeft, { links: 10, entries: 11, archives: 1 })
      writeFileSync(file, text)
      yield* seal
      assert.deepInclude(yield* archive(file, 0), { archive: null, deleted_count: 10 })
    }).pipe(Effect.provide(World))
  )

  it.effect("where the file that is there is sound in itself and of another trail", () =>
    Effect.gen(function* () {
      const file = yield* inFolder("first.jsonl")
      yield* sealed(5, 100)
      yield* Effect.gen(function* () {
        const theirs = yield* inFolder("theirs.jsonl")
        yield* sealed(5, 100)
        yield* endingBefore("row", theirs)
        copyFileSync(theirs, file)
      }).pipe(Effect.provide(World))
      const text = readFileSync(file, "utf8")
      assert.match(
        (yield* Effect.flip(archive(file, 30))).detail,
        /is never overwritten: link 5 is another one in the database/
      )
      assert.strictEqual(readFileSync(file, "utf8"), text)
      assert.deepStrictEqual(yield* rowsLeft, { links: 5, entries: 5, archives: 0 })
      assert.match((yield* check(file)).fault?.text ?? "", /^its links 1 to 5 were never archived from this database/)
    }).pipe(Effect.provide(World))
  )
})
