import { assert, layer } from "@effect/vitest"
import { Deferred, Effect, Fiber, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { AuditChained } from "#layers/compose/AuditRead.ts"
import * as SecretsNode from "#layers/crypto/SecretsNode.ts"
import * as TokensJose from "#layers/crypto/TokensJose.ts"
import { unsealedEntries } from "#layers/sql/platform/audit/AuditChainSql.ts"
import * as AuditSql from "#layers/sql/platform/audit/AuditSql.ts"
import * as LiveEventsSql from "#layers/sql/platform/LiveEventsSql.ts"
import { Audit } from "#services/platform/audit/Audit.ts"
import { AuditSealing } from "#services/platform/audit/AuditSealing.ts"
import { AuditVerification } from "#services/platform/audit/AuditVerification.ts"
import { TestDatabase } from "../../support/TestDatabase.ts"
import { TestSettings } from "../../support/testSettings.ts"

const Chain = Layer.fresh(
  Layer.merge(AuditSql.layer, AuditVerification.layer).pipe(
    Layer.provideMerge(AuditChained),
    Layer.provideMerge(Layer.mergeAll(SecretsNode.layer, TokensJose.layer, LiveEventsSql.layer)),
    Layer.provide(TestSettings()),
    Layer.provideMerge(TestDatabase.layer)
  )
)

const write = (name: string) =>
  Effect.flatMap(Audit, (audit) =>
    audit.record({
      actor: { user_id: 7, email: "ada@example.org", role: "ui_admin", via: "session" },
      scope: "admin",
      action: "thing.write",
      entity: { type: "thing", id: name, label: null },
      status: "success",
      message: `wrote ${name}`,
      metadata: { b: 12, a: [name], deep: { z: null, y: "ä" } }
    })
  )

const seal = Effect.flatMap(AuditSealing, (sealing) => sealing.seal)
const verify = Effect.flatMap(AuditVerification, (verification) => verification.verify(null, () => Effect.void))
const some = (count: number) =>
  Effect.forEach(
    Array.from({ length: count }, (_, index) => String(index + 1)),
    write,
    { discard: true }
  )

const after = (tampered: (sql: SqlClient.SqlClient) => Effect.Effect<unknown, unknown>) =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    yield* some(9)
    yield* seal
    assert.isNull((yield* verify).fault)
    yield* tampered(sql)
    const { fault, signed } = yield* verify
    return {
      kind: fault?.kind ?? null,
      entry: fault?.entry ?? null,
      seq: fault?.seq ?? null,
      signed,
      says: fault?.text ?? ""
    }
  }).pipe(Effect.provide(Chain), Effect.orDie)

const own = { excludeTestServices: true, timeout: "60 seconds" } as const
const Nothing = Layer.empty

layer(Nothing, own)("the chain of the audit trail", (it) => {
  it.effect("seals what was written in order, and holds", () =>
    Effect.gen(function* () {
      yield* some(1_203)
      assert.strictEqual(yield* seal, 1_203)
      assert.strictEqual(yield* seal, 0)
      yield* write("one more")
      assert.strictEqual((yield* verify).waiting, 1)
      yield* seal
      const { end, fault, signed, waiting } = yield* verify
      assert.deepStrictEqual([end.seq, fault, signed, waiting], [1_204, null, true, 0])
    }).pipe(Effect.provide(Chain))
  )

  it.effect(
    "reads of a long trail only what waits, however much of it is sealed",
    () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        yield* sql`
      insert into audit_logs (created_at, actor_via, scope, action, entity_type, status, message, metadata)
      select now(), 'job', 'admin', 'thing.write', 'thing', 'success', 'wrote ' || n, '{}'
        from generate_series(1, 20000) n`
        yield* sql`delete from audit_unsealed where entry_id <= 15000`
        yield* sql`vacuum analyze audit_logs, audit_unsealed`
        const [row] = yield* sql<{
          "QUERY PLAN": ReadonlyArray<unknown>
        }>`explain (analyze, format json) ${unsealedEntries(sql, 500)}`
        const plan = JSON.stringify(row?.["QUERY PLAN"])
        const read = [
          ...plan.matchAll(/"Relation Name":"audit_logs".*?"Actual Rows":([\d.]+),"Actual Loops":(\d+)/g)
        ].map(([, rows, loops]) => Number(rows) * Number(loops))
        assert.deepStrictEqual(read, [500], plan)
      }).pipe(Effect.provide(Chain)),
    60_000
  )

  const fields = [
    "message = 'wrote nothing'",
    "actor_email = 'eve@example.org'",
    "actor_user_id = 8",
    "actor_role = null",
    "actor_via = 'token'",
    "scope = 'auth'",
    "action = 'thing.read'",
    "entity_type = 'other'",
    "entity_id = null",
    "entity_label = ''",
    "status = 'denied'",
    "request_id = 'x'",
    "client_address = '::1'",
    "created_at = created_at + interval '1 microsecond'",
    "metadata = metadata || '{\"b\": 12.0}'",
    "metadata = metadata - 'deep'"
  ]
  it.effect(
    "finds an edit of any column, and names the entry",
    () =>
      Effect.forEach(
        fields,
        (field) =>
          Effect.gen(function* () {
            const { entry, kind, seq } = yield* after(
              (sql) => sql`update audit_logs set ${sql.literal(field)} where id = 5`
            )
            assert.deepStrictEqual([kind, entry, seq], ["edited", "5", 5], field)
          }),
        { discard: true }
      ),
    120_000
  )

  it.effect("finds an edit with a hash that fits it: the next entry does not follow", () =>
    Effect.gen(function* () {
      const found = yield* after((sql) => sql`update audit_chain set hash = repeat('a', 64) where seq = 5`)
      assert.deepStrictEqual([found.kind, found.seq], ["edited", 5])
      const moved = yield* after((sql) => sql`update audit_chain set previous_hash = repeat('a', 64) where seq = 6`)
      assert.deepStrictEqual([moved.kind, moved.entry], ["reordered", "6"])
      const dated = yield* after(
        (sql) => sql`update audit_chain set sealed_at = sealed_at - interval '1 day' where seq = 6`
      )
      assert.deepStrictEqual([dated.kind, dated.entry], ["edited", "6"])
    })
  )

  it.effect("finds a deletion: of an entry, of its link, of both, of the newest, and of all", () =>
    Effect.gen(function* () {
      assert.deepInclude(yield* after((sql) => sql`delete from audit_logs where id = 5`), {
        kind: "deleted",
        entry: "5",
        seq: 5
      })
      assert.deepInclude(yield* after((sql) => sql`delete from audit_chain where seq = 5`), { kind: "deleted", seq: 5 })
      const both = (where: string) => (sql: SqlClient.SqlClient) =>
        Effect.andThen(
          sql`delete from audit_chain where ${sql.literal(where)}`,
          sql`delete from audit_logs where ${sql.literal(where.replace("seq", "id"))}`
        )
      assert.deepInclude(yield* after(both("seq in (4, 5)")), {
        kind: "deleted",
        seq: 4,
        says: "links 4 to 5 of the chain are gone; the next one is of entry 6"
      })
      assert.deepInclude(yield* after(both("seq > 7")), {
        kind: "deleted",
        seq: 8,
        says: "the newest 2 links, 8 to 9, are gone: the chain ends at 7"
      })
      assert.deepInclude(yield* after(both("seq > 0")), { kind: "deleted", seq: 1 })
    })
  )

  it.effect("finds what was deleted before it could be sealed", () =>
    Effect.gen(function* () {
      const found = yield* after((sql) =>
        Effect.andThen(write("10"), sql`delete from audit_logs where id = 10`).pipe(
          Effect.provide(AuditSql.layer),
          Effect.provideService(SqlClient.SqlClient, sql)
        )
      )
      assert.deepInclude(found, { kind: "deleted", entry: "10" })
    })
  )

  it.effect("finds an insertion past the chain, and one that was written into it", () =>
    Effect.gen(function* () {
      const forged = (sql: SqlClient.SqlClient) => sql`
      insert into audit_logs (created_at, actor_via, scope, action, entity_type, status, message)
        values (now(), 'job', 'admin', 'a.b', 'thing', 'success', 'forged')`
      assert.deepInclude(yield* after((sql) => Effect.andThen(forged(sql), sql`delete from audit_unsealed`)), {
        kind: "inserted",
        entry: "10"
      })
      assert.deepInclude(
        yield* after((sql) =>
          Effect.andThen(
            forged(sql),
            sql`
      insert into audit_chain (seq, entry_id, previous_hash, hash, sealed_at) select 10, 10, hash, repeat('b', 64),
        now() from audit_chain where seq = 9`
          )
        ),
        { kind: "inserted", entry: "10" }
      )
    })
  )

  it.effect("finds entries that were exchanged", () =>
    Effect.gen(function* () {
      const found = yield* after((sql) =>
        sql`
      update audit_chain set entry_id = case seq when 4 then -6 when 6 then -4 end where seq in (4, 6)`.pipe(
          Effect.andThen(sql`update audit_chain set entry_id = -entry_id where entry_id < 0`)
        )
      )
      assert.deepInclude(found, { kind: "edited", seq: 4, entry: "6" })
      const places = yield* after((sql) =>
        sql`update audit_chain set seq = seq + 100 where seq in (4, 6)`.pipe(
          Effect.andThen(sql`update audit_chain set seq = case seq when 104 then 6 else 4 end where seq > 100`)
        )
      )
      assert.deepInclude(places, { kind: "reordered", seq: 4, entry: "6" })
    })
  )

  it.effect("a chain that was written anew from its first entry fits together, and its end is not ours", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const verification = yield* AuditVerification
      yield* some(4)
      yield* seal
      const known = (yield* verify).end
      // an attacker with the database and the program, but without the keys
      yield* sql`update audit_logs set message = 'nothing happened' where id = 2`
      yield* sql`delete from audit_chain`
      yield* sql`update audit_head set seq = 0, hash = repeat('0', 64), signature = null`
      yield* sql`insert into audit_unsealed select id from audit_logs`
      yield* seal.pipe(
        Effect.provide(
          Layer.fresh(AuditSealing.layer).pipe(
            Layer.provide(AuditChained),
            Layer.provide(Layer.fresh(TokensJose.layer)),
            Layer.provide(TestSettings())
          )
        )
      )
      const { end, fault, signed } = yield* verify
      assert.deepStrictEqual([fault, signed], [null, false])
      const again = yield* verification.verify(known, () => Effect.void)
      assert.deepInclude(again.fault, { kind: "head", seq: 4 })
      assert.isNull((yield* verification.verify(end, () => Effect.void)).fault)
      assert.deepInclude((yield* verification.verify({ seq: 40, hash: known.hash }, () => Effect.void)).fault, {
        kind: "deleted",
        seq: 5
      })
      yield* write("5")
      yield* seal
      assert.isFalse((yield* verify).signed)
      assert.isTrue(yield* verification.accept(yield* verify))
      assert.isFalse(yield* verification.accept({ ...(yield* verify), end }), "it ends elsewhere by now")
      yield* write("6")
      yield* seal
      assert.deepInclude(yield* verify, { signed: true, fault: null })
    }).pipe(Effect.provide(Chain))
  )

  it.effect("what is committed late is sealed when it is, whatever its number; what is rolled back leaves no gap", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const begun = yield* Deferred.make<void>()
      const go = yield* Deferred.make<void>()
      const late = yield* Effect.forkChild(
        sql.withTransaction(
          Effect.gen(function* () {
            yield* write("late")
            yield* Deferred.succeed(begun, undefined)
            yield* Deferred.await(go)
          })
        )
      )
      yield* Deferred.await(begun)
      yield* Effect.exit(sql.withTransaction(Effect.andThen(write("never"), Effect.fail("rolled back"))))
      yield* write("early")
      assert.strictEqual(yield* seal, 1, "the writer that is still busy holds up nobody")
      yield* Deferred.succeed(go, undefined)
      yield* Fiber.join(late)
      assert.strictEqual(yield* seal, 1)
      const order =
        yield* sql`select l.entity_id as name from audit_chain c join audit_logs l on l.id = c.entry_id order by c.seq`
      assert.deepStrictEqual(order as ReadonlyArray<unknown>, [{ name: "early" }, { name: "late" }])
      assert.deepInclude(yield* verify, { fault: null, waiting: 0 })
    }).pipe(Effect.provide(Chain))
  )

  it.effect("many who seal at once make one chain", () =>
    Effect.gen(function* () {
      yield* some(300)
      const counts = yield* Effect.all([seal, seal, seal, some(50).pipe(Effect.andThen(seal))], {
        concurrency: "unbounded"
      })
      yield* seal
      assert.isAtLeast(
        counts.reduce((sum, count) => sum + count, 0),
        300
      )
      assert.deepInclude(yield* verify, { fault: null, waiting: 0, signed: true })
      assert.strictEqual((yield* verify).end.seq, 350)
    }).pipe(Effect.provide(Chain))
  )

  it.effect(
    "a process that ends in the middle of sealing leaves nothing half done, and nothing unsealed for ever",
    () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        yield* some(20)
        const sealer = yield* Effect.forkChild(sql.withTransaction(Effect.andThen(seal, Effect.never)))
        yield* Effect.sleep("300 millis")
        yield* Fiber.interrupt(sealer)
        assert.deepInclude(yield* verify, { waiting: 20, fault: null })
        assert.strictEqual(yield* seal, 20)
        assert.deepInclude(yield* verify, { waiting: 0, fault: null, signed: true })
      }).pipe(Effect.provide(Chain))
  )
})
