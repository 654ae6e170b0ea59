import { assert, layer } from "@effect/vitest"
import { DateTime, Deferred, Effect, Fiber, Layer, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { createHash } from "node:crypto"
import {
  appendFileSync,
  copyFileSync,
  existsSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync
} from "node:fs"
import { AuditPosition } from "#domain/platform/audit/AuditLog.ts"
import { cursorField } from "#domain/platform/Cursor.ts"
import * as AuditRecordsSql from "#layers/sql/platform/audit/AuditRecordsSql.ts"
import { AuditTailShared } from "#streams/audit/AuditTailShared.ts"
import { AuditArchives } from "#services/platform/audit/AuditArchives.ts"
import { AuditArchiving } from "#services/platform/audit/AuditArchiving.ts"
import { AuditFileChecks } from "#services/platform/audit/AuditFileChecks.ts"
import { AuditArchiveSigning } from "#services/platform/audit/AuditArchiveSigning.ts"
import { AuditFiles } from "#services/platform/audit/AuditFiles.ts"
import { AuditRecords } from "#services/platform/audit/AuditRecords.ts"
import { AuditTail, type AuditTailMessage } from "#services/platform/audit/AuditTail.ts"
import { AuditVerification } from "#services/platform/audit/AuditVerification.ts"
import { fillDisk, smallDisk, smallDiskLack } from "../../support/smallDisk.ts"
import { requirement } from "../../support/Requirement.ts"
import {
  archive,
  archivedWith,
  check,
  inFolder,
  rowsLeft,
  seal,
  sealed,
  someRing,
  verify,
  World
} from "./auditWorld.ts"

const own = { excludeTestServices: true, timeout: "60 seconds" } as const
const sha256 = (text: string | Buffer) => createHash("sha256").update(text).digest("hex")
const linesOf = (file: string) => readFileSync(file, "utf8").trimEnd().split("\n")

const archived = Effect.gen(function* () {
  const file = yield* inFolder("first.jsonl")
  yield* sealed(10, 100)
  yield* sealed(4, 0)
  const report = yield* archive(file, 30)
  yield* seal
  return { file, report }
})

layer(Layer.empty, own)("archives of the audit trail", (it) => {
  it.effect("hold the oldest entries as they were hashed; the chain goes on from them, and the act is an entry", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const { file, report } = yield* archived
      assert.deepInclude(report, { deleted_count: 10, finished: null })
      assert.deepInclude(report.archive, {
        first_seq: 1,
        last_seq: 10,
        entry_count: 10,
        previous_hash: "0".repeat(64),
        file_name: file,
        file_sha256: sha256(readFileSync(file)),
        archived_by: "ada@machine"
      })
      assert.strictEqual(statSync(file).mode & 0o777, 0o600)
      let before = "0".repeat(64)
      for (const [index, line] of linesOf(file).entries()) {
        const { hash, link } = JSON.parse(line)
        assert.strictEqual(sha256(line.slice(line.indexOf(`"link":`) + 7, -1)), hash)
        assert.deepInclude(link, { seq: index + 1, previous: before })
        assert.deepInclude(link.entry, { actor_email: "ada@example.org", message: `wrote ${index} — "ä\n"` })
        assert.deepStrictEqual(link.metadata, { n: index, deep: { z: null, y: [1.5, "ä"] } })
        before = hash
      }
      assert.deepStrictEqual(yield* rowsLeft, { links: 5, entries: 5, archives: 1 })
      const after = yield* verify
      assert.deepInclude(after, { fault: null, signed: true, undeleted: 0, waiting: 0, unsigned: [] })
      assert.deepStrictEqual([after.end.seq, after.archives.length], [15, 1])
      assert.deepInclude(yield* check(file), { fault: null })
      const [entry] = yield* sql`select actor_via, status, metadata from audit_logs where action = 'audit_log.archive'`
      assert.deepInclude(entry, { actor_via: "operator", status: "success" })
      assert.deepInclude(entry?.["metadata"], {
        last_seq: 10,
        last_hash: before,
        file_sha256: sha256(readFileSync(file)),
        archived_by: "ada@machine"
      })
    }).pipe(Effect.provide(World))
  )

  it.effect(
    "join each other, whatever their order; a second one goes on where the first " +
      "ended, and nothing old enough is no archive",
    () =>
      Effect.gen(function* () {
        const { file } = yield* archived
        const [second, third] = [yield* inFolder("second.jsonl"), yield* inFolder("third.jsonl")]
        assert.deepInclude(yield* archive(second, 30), { archive: null, deleted_count: 0 })
        assert.isFalse(existsSync(second))
        assert.deepInclude((yield* archive(second, 0)).archive, { first_seq: 11, last_seq: 15 })
        yield* seal
        assert.deepInclude((yield* archive(third, 0)).archive, { first_seq: 16, last_seq: 16 })
        assert.deepInclude(yield* verify, { fault: null, end: (yield* verify).end })
        yield* seal
        assert.deepInclude(yield* check(third, file, second), { fault: null })
        assert.deepInclude(yield* check(third, second), { fault: null }, "older ones may be left out")
        assert.match((yield* check(file, third)).fault?.text ?? "", /do not join/)
        assert.match(
          (yield* check(file, second)).fault?.text ?? "",
          /between .*second\.jsonl and the database are missing: the links 16 to 16 \(.*third\.jsonl/
        )
        assert.match((yield* check(file)).fault?.text ?? "", /are missing: the links 11 to 15 .*, the links 16 to 16/)
        assert.match((yield* check(file, file, second, third)).fault?.text ?? "", /do not join/)
      }).pipe(Effect.provide(World))
  )

  it.effect(
    "entries of more than one window go in order, and what is sealed meanwhile stays",
    () =>
      Effect.gen(function* () {
        const file = yield* inFolder("long.jsonl")
        yield* sealed(2_345, 50)
        const [report] = yield* Effect.all([archive(file, 30), sealed(300, 0)], { concurrency: "unbounded" })
        yield* seal
        assert.deepInclude(report.archive, { first_seq: 1, last_seq: 2_345, entry_count: 2_345 })
        assert.strictEqual(report.deleted_count, 2_345)
        assert.strictEqual(linesOf(file).length, 2_345)
        assert.deepInclude(yield* verify, { fault: null, signed: true, undeleted: 0 })
        assert.deepInclude(yield* check(file), { fault: null })
        assert.deepStrictEqual(yield* rowsLeft, { links: 301, entries: 301, archives: 1 })
      }).pipe(Effect.provide(World)),
    60_000
  )

  const says = Effect.map(verify, ({ fault, unsigned }) => fault?.text ?? (unsigned.length === 0 ? null : "unsigned"))

  it.effect(
    "whoever deletes entries without an archive, takes its row away or changes a word of it is found",
    () => {
      const tampers: ReadonlyArray<readonly [string, RegExp]> = [
        [
          "delete from audit_logs where id in (select entry_id from audit_chain where seq <= 12)",
          /entry 11, link 11 of the chain, was deleted/
        ],
        [
          "with c as (delete from audit_chain where seq <= 12 returning entry_id) delete from audit_logs l " +
            "using c where l.id = c.entry_id",
          /links 11 to 12 of the chain are gone/
        ],
        ["delete from audit_archives", /links 1 to 10 of the chain are gone/],
        [
          "with c as (delete from audit_chain where seq <= 12 returning entry_id, seq, hash), l as (delete " +
            "from audit_logs l using c where l.id = c.entry_id) update audit_archives set last_seq = 12, " +
            "entry_count = 12, last_hash = (select hash from c where seq = 12)",
          /unsigned/
        ],
        [
          "with c as (delete from audit_chain where seq <= 12 returning entry_id, seq, hash, previous_hash), l " +
            "as (delete from audit_logs l using c where l.id = c.entry_id) insert into audit_archives select 12, " +
            "11, (select previous_hash from c where seq = 11), (select hash from c where seq = 12), 2, first_at, " +
            "last_at, file_name, file_sha256, archived_at, archived_by, signature from audit_archives",
          /unsigned/
        ],
        ["update audit_archives set last_hash = repeat('a', 64)", /entry 11, link 11, does not follow/],
        ["update audit_archives set first_seq = 2, entry_count = 9", /no archive has the links 1 to 1/],
        ["update audit_archives set entry_count = 9", /says that it has 9 entries/],
        ...["previous_hash = repeat('a', 64)"].map(
          (set) => [`update audit_archives set ${set}`, /does not follow the one before it/] as const
        ),
        ...[
          "file_sha256 = repeat('a', 64)",
          "file_name = '/elsewhere'",
          "archived_by = 'eve@machine'",
          "archived_at = archived_at + interval '1 millisecond'",
          "first_at = first_at - interval '1 day'",
          "last_at = last_at + interval '1 day'",
          "signature = 'x:y'"
        ].map((set) => [`update audit_archives set ${set}`, /^unsigned$/] as const),
        [
          "update audit_logs set message = 'nothing' where id = 12",
          /entry 12, link 12 of the chain, is not what was sealed/
        ]
      ]
      return Effect.forEach(
        tampers,
        ([statement, found]) =>
          Effect.gen(function* () {
            const sql = yield* SqlClient.SqlClient
            yield* archived
            assert.isNull(yield* says)
            yield* sql.unsafe(statement)
            assert.match((yield* says) ?? "", found, statement)
            const next = yield* inFolder("next.jsonl")
            assert.match((yield* Effect.flip(archive(next, 0))).detail, /^nothing is archived of a trail/, statement)
            assert.isFalse(existsSync(next))
          }).pipe(Effect.provide(World)),
        { discard: true }
      )
    },
    180_000
  )

  it.effect(
    "whoever changes a line of a file, exchanges, adds or takes one away is found, with the line",
    () =>
      Effect.gen(function* () {
        const { file } = yield* archived
        const text = readFileSync(file, "utf8")
        const lines = linesOf(file)
        const of = (some: ReadonlyArray<string | undefined>) => `${some.join("\n")}\n`
        const changes: ReadonlyArray<readonly [string, number | null, RegExp]> = [
          [text.replace("wrote 4", "wrote 5"), 5, /edited/],
          [text.replace(`"n":6`, `"n":6.0`), 7, /edited/],
          [text.replace(/"hash":"./, `"hash":"g`), 1, /no line/],
          [text.replace(/"hash":"[0-9a-f]{8}/, `"hash":"00000000`), 1, /edited/],
          [of(lines.toSpliced(3, 1)), 4, /link 5 does not follow link 3/],
          [of([...lines.slice(0, 2), lines[3], lines[2], ...lines.slice(4)]), 3, /does not follow/],
          [of([...lines, lines[9]]), 11, /does not follow/],
          [of([...lines, ""]), 11, /no line/],
          [text.slice(0, -20), 10, /cut/],
          [of(lines.slice(0, 9)), null, /archived were the links 1 to 10/],
          [of(lines.slice(1)), null, /archived were the links 1 to 10/],
          [text.slice(0, -1), null, /SHA-256/],
          ["", null, /no line in it/],
          ["x".repeat(3_000_000), 1, /no line/]
        ]
        for (const [changed, line, found] of changes) {
          writeFileSync(file, changed)
          const { fault } = yield* check(file)
          assert.deepStrictEqual([fault?.line, found.test(fault?.text ?? "")], [line, true], `${fault?.text}`)
        }
        rmSync(file)
        assert.match((yield* Effect.flip(check(file))).detail, /cannot be read: ENOENT/)
        yield* Effect.gen(function* () {
          const other = (yield* archived).file
          copyFileSync(other, file)
        }).pipe(Effect.provide(World))
        assert.match((yield* check(file)).fault?.text ?? "", /archived were the links 1 to 10/)
      }).pipe(Effect.provide(World)),
    60_000
  )

  it.effect(
    "a file that is there is never overwritten, unless a killed run left it: whole it is taken as it is, cut " +
      "it is made anew",
    () =>
      Effect.gen(function* () {
        const file = yield* inFolder("first.jsonl")
        yield* sealed(8, 100)
        yield* sealed(2, 60)
        yield* sealed(2, 0)
        const refused = Effect.map(Effect.flip(archive(file, 30)), ({ detail }) => detail)
        for (const text of [
          "somebody's notes\n",
          "somebody's notes",
          "\n",
          `{"hash":"of somebody's`.concat("\n{\n"),
          `{"hash":"\nand more`
        ]) {
          writeFileSync(file, text)
          assert.match(yield* refused, /is there already and is never overwritten/)
          assert.strictEqual(readFileSync(file, "utf8"), text)
        }
        rmSync(file)
        const sql = yield* SqlClient.SqlClient
        yield* sql`alter table audit_archives add constraint killed check (false)`
        yield* Effect.exit(archive(file, 30))
        yield* sql`alter table audit_archives drop constraint killed`
        assert.deepStrictEqual(yield* rowsLeft, { links: 12, entries: 12, archives: 0 })
        const whole = readFileSync(file, "utf8")
        assert.match((yield* Effect.flip(archive(file, 80))).detail, /younger than was asked for/)
        for (const length of [0, 10, whole.length - 1_000]) {
          truncateSync(file, length)
          yield* sql`alter table audit_archives add constraint killed check (false)`
          yield* Effect.exit(archive(file, 30))
          yield* sql`alter table audit_archives drop constraint killed`
          assert.strictEqual(readFileSync(file, "utf8"), whole, String(length))
        }
        assert.deepInclude((yield* archive(file, 30)).archive, { first_seq: 1, last_seq: 10 })
        assert.strictEqual(readFileSync(file, "utf8"), whole)
        assert.match((yield* Effect.flip(archive(file, 0))).detail, /it has the links 1 to 10, and next is 11/)
        assert.strictEqual(readFileSync(file, "utf8"), whole)
        yield* seal
        assert.deepInclude(yield* check(file), { fault: null })
      }).pipe(Effect.provide(World))
  )

  it.effect("one that is whole up to an end of line is an archive of what it has", () =>
    Effect.gen(function* () {
      const file = yield* inFolder("first.jsonl")
      yield* sealed(10, 100)
      const sql = yield* SqlClient.SqlClient
      yield* sql`alter table audit_archives add constraint killed check (false)`
      yield* Effect.exit(archive(file, 30))
      yield* sql`alter table audit_archives drop constraint killed`
      writeFileSync(file, `${linesOf(file).slice(0, 6).join("\n")}\n`)
      assert.deepInclude(yield* archive(file, 30), { deleted_count: 6 })
      const next = yield* inFolder("next.jsonl")
      assert.deepInclude((yield* archive(next, 30)).archive, { first_seq: 7, last_seq: 10 })
      assert.deepInclude(yield* check(file, next), { fault: null })
    }).pipe(Effect.provide(World))
  )

  const endingAfter = (file: string, deletes: number) =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      yield* sql`create sequence deletes`
      yield* sql`create function refuse() returns trigger language plpgsql as $$ begin if nextval('deletes') >
        ${sql.literal(String(deletes))} then raise 'killed'; end if; return null; end $$`
      yield* sql`create trigger killed after delete on audit_logs for each statement execute function refuse()`
      yield* Effect.exit(archive(file, 30))
      yield* sql`drop function refuse cascade`
      yield* sql`drop sequence deletes`
    })

  it.effect(
    "one that ended between its row and its deletes, or in the middle of them, is gone on with, by the same " +
      "call or the next",
    () =>
      Effect.forEach(
        [0, 1, 2],
        (deletes) =>
          Effect.gen(function* () {
            const file = yield* inFolder("first.jsonl")
            yield* sealed(1_600, 100)
            yield* sealed(3, 0)
            yield* endingAfter(file, deletes)
            yield* seal
            assert.deepStrictEqual(yield* rowsLeft, {
              links: 1_604 - deletes * 500,
              entries: 1_604 - deletes * 500,
              archives: 1
            })
            assert.deepInclude(yield* verify, { fault: null, signed: true, undeleted: 1_600 - deletes * 500 })
            assert.deepInclude(yield* check(file), { fault: null })

            const [elsewhere, next] = [yield* inFolder("elsewhere.jsonl"), yield* inFolder("next.jsonl")]
            renameSync(file, elsewhere)
            assert.match((yield* Effect.flip(archive(next, 30))).detail, /their file is needed/)
            copyFileSync(elsewhere, file)
            appendFileSync(file, "x")
            assert.match((yield* Effect.flip(archive(next, 30))).detail, /their file is needed/)
            assert.strictEqual((yield* rowsLeft).links, 1_604 - deletes * 500)
            if (deletes === 0)
              assert.deepInclude(
                yield* archive(elsewhere, 30),
                { archive: null, deleted_count: 1_600 },
                "wherever it is now"
              )
            else {
              copyFileSync(elsewhere, file)
              const report = yield* archive(next, 0)
              assert.deepInclude(report.finished, { last_seq: 1_600 })
              assert.deepInclude(report.archive, { first_seq: 1_601, last_seq: 1_604 })
              yield* seal
              assert.deepInclude(yield* check(file, next), { fault: null })
            }
            assert.deepInclude(yield* verify, { fault: null, signed: true, undeleted: 0 })
          }).pipe(Effect.provide(World)),
        { discard: true }
      ),
    120_000
  )

  it.effect("two at once: one archives, the other is told to wait", () =>
    Effect.gen(function* () {
      const [one, other] = [yield* inFolder("one.jsonl"), yield* inFolder("other.jsonl")]
      yield* sealed(50, 100)
      const archives = yield* AuditArchives
      const begun = yield* Deferred.make<void>()
      const held = yield* Effect.forkChild(
        archives.alone(Effect.andThen(Deferred.succeed(begun, undefined), Effect.never))
      )
      yield* Deferred.await(begun)
      assert.match((yield* Effect.flip(archive(one, 30))).detail, /by another process: wait for it/)
      assert.isFalse(existsSync(one))
      yield* Fiber.interrupt(held)
      const exits = yield* Effect.all([Effect.exit(archive(one, 30)), Effect.exit(archive(other, 30))], {
        concurrency: "unbounded"
      })
      assert.isAtLeast(exits.filter(({ _tag }) => _tag === "Success").length, 1)
      yield* seal
      assert.deepInclude(yield* rowsLeft, { archives: 1, links: 1 })
      assert.deepInclude(yield* verify, { fault: null, undeleted: 0 })
    }).pipe(Effect.provide(World))
  )

  it.effect(
    "a trail that is read while it is archived is not called changed",
    () =>
      Effect.gen(function* () {
        yield* sealed(3_000, 100)
        const verification = yield* AuditVerification
        const file = yield* inFolder("first.jsonl")
        let done = false
        const context = yield* Effect.context<AuditArchiving>()
        const report = yield* verification.verify(null, () =>
          done
            ? Effect.void
            : Effect.suspend(() => {
                done = true
                return Effect.asVoid(Effect.orDie(archive(file, 30))).pipe(Effect.provideContext(context))
              })
        )
        assert.isNull(report.fault)
        assert.strictEqual(report.archives.length, 1)
      }).pipe(Effect.provide(World)),
    60_000
  )

  it.effect(
    "an end that was noted down before is compared where it is: with the row that ends there, with the file, " +
      "else it is said where",
    () =>
      Effect.gen(function* () {
        const { file, report } = yield* archived
        const verification = yield* AuditVerification
        const known = (seq: number, hash: string) => verification.verify({ seq, hash }, () => Effect.void)
        const [fifth, tenth] = [JSON.parse(linesOf(file)[4] ?? "").hash, report.archive?.last_hash ?? ""]
        assert.deepInclude(yield* known(10, tenth), { fault: null, knownIn: null })
        assert.deepInclude((yield* known(10, fifth)).fault, { kind: "head", seq: 10 })
        assert.deepInclude((yield* known(5, fifth)).knownIn, { first_seq: 1, last_seq: 10, file_name: file })
        const { archives } = yield* verify
        const checks = yield* AuditFileChecks
        assert.isNull((yield* checks.check([file], archives, { seq: 5, hash: fifth })).fault)
        assert.deepInclude((yield* checks.check([file], archives, { seq: 5, hash: tenth })).fault, { line: 5 })
      }).pipe(Effect.provide(World))
  )

  it.effect(
    "a key leaves the ring without a trace: what it signed is signed by the next one at the start of the service",
    () =>
      Effect.gen(function* () {
        const [old, next] = [someRing(), someRing()] as const
        const ring = (keys: typeof old) => Effect.provide(archivedWith(keys))
        yield* ring(old)(archived)
        const unsigned = Effect.map(verify, (report) => report.unsigned.length)
        assert.strictEqual(yield* ring(next)(unsigned), 1, "left too early")
        const renew = Effect.flatMap(AuditArchiveSigning, (signing) => signing.renew)
        const both = [next[0], old[0]] as const
        assert.strictEqual(yield* ring(both)(renew), 1)
        assert.strictEqual(yield* ring(both)(renew), 0)
        assert.strictEqual(yield* ring(next)(unsigned), 0)
        const third = someRing()
        assert.strictEqual(yield* ring(third)(renew), 0)
        yield* ring(third)(
          Effect.gen(function* () {
            yield* seal
            assert.isTrue(yield* (yield* AuditVerification).accept(yield* verify))
            assert.deepInclude(yield* verify, { fault: null, signed: true, unsigned: [] })
          })
        )
      }).pipe(Effect.provide(World))
  )

  it.effect(
    "a database that was restored from before the archive takes the file as it is, and says that both agree",
    () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        yield* sealed(10, 100)
        yield* sql`create table kept_logs as select * from audit_logs`
        yield* sql`create table kept_chain as select * from audit_chain`
        yield* sql`create table kept_head as select * from audit_head`
        const file = yield* inFolder("first.jsonl")
        yield* archive(file, 30)
        yield* sql`delete from audit_archives`
        yield* sql`delete from audit_logs`
        yield* sql`insert into audit_logs overriding system value select * from kept_logs`
        yield* sql`truncate audit_unsealed`
        yield* sql`insert into audit_chain select * from kept_chain`
        yield* sql`update audit_head set seq = k.seq, hash = k.hash, signature = k.signature from kept_head k`
        assert.deepInclude(yield* verify, { fault: null, signed: true })
        assert.deepInclude(yield* check(file), { fault: null })
        assert.deepInclude((yield* archive(file, 30)).archive, { first_seq: 1, last_seq: 10 })
        yield* seal
        assert.deepInclude(yield* check(file), { fault: null })
        assert.deepInclude(yield* verify, { fault: null, signed: true, undeleted: 0 })
      }).pipe(Effect.provide(World))
  )

  it.effect(
    "readers of the trail see its end where it is now: pages, a search, one entry, and a tail that comes back",
    () =>
      Effect.gen(function* () {
        const records = yield* AuditRecords
        const tail = yield* AuditTail
        yield* sealed(30, 100)
        const page = yield* records.page({ limit: 10 })
        yield* sealed(5, 0)
        yield* archive(yield* inFolder("first.jsonl"), 30)
        yield* seal
        const cursor = Schema.decodeSync(cursorField(AuditPosition))(page.next_cursor ?? "")
        assert.deepStrictEqual(yield* records.page({ limit: 10, cursor }), { items: [], next_cursor: null })
        assert.strictEqual((yield* records.page({ limit: 100 })).items.length, 6)
        assert.strictEqual((yield* records.page({ limit: 100, search: "wrote" })).items.length, 5)
        assert.isNull(yield* records.one(3))
        const told: Array<AuditTailMessage> = []
        const stop = tail.follow({}, "28", (news) => {
          told.push(...news)
        })
        while (!told.some(({ event }) => event === "position")) yield* Effect.sleep("20 millis")
        stop()
        assert.deepStrictEqual(
          told.map(({ event, id }) => `${event} ${id}`),
          [...[31, 32, 33, 34, 35, 36].map((seq) => `entry ${seq}`), "position 36"]
        )
      }).pipe(
        Effect.provide(AuditTailShared.pipe(Layer.provideMerge(AuditRecordsSql.layer), Layer.provideMerge(World)))
      )
  )

  it.effect("what was written is read back: a file that is not what was written deletes nothing", () =>
    Effect.gen(function* () {
      const file = yield* inFolder("first.jsonl")
      yield* sealed(10, 100)
      const files = yield* AuditFiles
      const bad = Layer.fresh(AuditArchiving.layer).pipe(
        Layer.provide(
          Layer.succeed(
            AuditFiles,
            AuditFiles.of({
              ...files,
              write: (name, lines) =>
                Effect.andThen(
                  files.write(name, lines),
                  Effect.sync(() => writeFileSync(name, readFileSync(name, "utf8").replace("wrote 3", "wrote 4")))
                )
            })
          )
        )
      )
      const before = DateTime.makeUnsafe(Date.now() - 30 * 86_400_000)
      const failure = yield* Effect.flip(
        Effect.flatMap(AuditArchiving, (archiving) =>
          archiving.archive({ before, file, by: "x" }, () => Effect.void)
        ).pipe(Effect.provide(bad))
      )
      assert.match(failure.detail, /is not what was written: line 4: .*Nothing was deleted/)
      assert.deepStrictEqual(yield* rowsLeft, { links: 10, entries: 10, archives: 0 })
    }).pipe(Effect.provide(World))
  )
})

requirement("small disk", smallDiskLack())("archives on a full disk", () =>
  layer(Layer.empty, own)("and what comes of them", (it) => {
    it.effect(
      "a disk that is full leaves no file and takes nothing away; once there is room the same call does it",
      () =>
        Effect.gen(function* () {
          const disk = yield* smallDisk("1m")
          const file = `${disk}/first.jsonl`
          yield* sealed(1_500, 100)
          const ballast = yield* fillDisk(disk)
          assert.match((yield* Effect.flip(archive(file, 30))).detail, /cannot be written: ENOSPC/)
          rmSync(ballast)
          yield* fillDisk(disk).pipe(
            Effect.tap((all) => Effect.sync(() => truncateSync(all, statSync(all).size - 300_000)))
          )
          assert.match(
            (yield* Effect.flip(archive(file, 30))).detail,
            /cannot be written: ENOSPC/,
            "in the middle of it"
          )
          assert.isFalse(existsSync(file))
          assert.deepStrictEqual(yield* rowsLeft, { links: 1_500, entries: 1_500, archives: 0 })
          rmSync(ballast)
          assert.deepInclude((yield* archive(file, 30)).archive, { last_seq: 1_500 })
        }).pipe(Effect.scoped, Effect.provide(World)),
      60_000
    )
  })
)
