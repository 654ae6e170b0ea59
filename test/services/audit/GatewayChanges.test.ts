import { assert, layer } from "@effect/vitest"
import { Deferred, Effect, Exit, Fiber, Ref } from "effect"
import { SqlClient } from "effect/sql"
import { Audited } from "#services/platform/audit/Audited.ts"
import { GatewayReconciliation } from "#services/platform/audit/GatewayReconciliation.ts"
import { Transaction } from "#services/platform/audit/Transaction.ts"
import { Buckets } from "#services/buckets/Buckets.ts"
import { TestDatabase } from "../../support/TestDatabase.ts"
import { ada, listed, named, place, serving, timePasses, told } from "./gatewayWorld.ts"

const reached = (count: Ref.Ref<number>, atLeast: number) =>
  Effect.repeat(Effect.delay(Ref.get(count), "5 millis"), { while: (so) => so < atLeast })

layer(TestDatabase.layer, { excludeTestServices: true, timeout: "60 seconds" })("a change of a gateway", (it) => {
  it.effect("goes on when its caller goes away, and is told", () =>
    serving(({ manner, reached: count, release }) =>
      Effect.gen(function* () {
        const [buckets, where, input] = [yield* Buckets, place(), named("left")]
        yield* Ref.set(manner, "slow")
        const asked = yield* Effect.forkChild(buckets.create(ada, where, input))
        yield* reached(count, 1)
        yield* Fiber.interrupt(asked)
        assert.deepStrictEqual(yield* told(input.name), [], "it is under way still")
        yield* Deferred.succeed(release, undefined)
        yield* Effect.repeat(Effect.delay(told(input.name), "10 millis"), { while: (said) => said.length === 0 }).pipe(
          Effect.timeout("5 seconds")
        )
        assert.deepStrictEqual(
          [yield* told(input.name), yield* listed(where.listingKey, input.name)],
          [["bucket.create success"], true]
        )
      })
    )
  )

  it.effect("of a gateway that never answers ends by its own limit, and is found out", () =>
    serving(({ manner }) =>
      Effect.gen(function* () {
        const [buckets, where, input] = [yield* Buckets, place(), named("never")]
        yield* Ref.set(manner, "hanging")
        assert.strictEqual((yield* Effect.flip(buckets.create(ada, where, input)))._tag, "StorageTimeout")
        assert.deepStrictEqual(yield* told(input.name), [])
        yield* timePasses(true)
        yield* (yield* GatewayReconciliation).run
        assert.deepStrictEqual(yield* told(input.name), ["bucket.create failure"])
      })
    )
  )

  it.effect("whose answer is lost is found out at once, and answered as what it is", () =>
    serving(({ manner }) =>
      Effect.gen(function* () {
        const [buckets, where, input] = [yield* Buckets, place(), named("lost")]
        yield* Ref.set(manner, "answer lost")
        assert.strictEqual((yield* buckets.create(ada, where, input)).name, input.name)
        assert.isTrue(yield* listed(where.listingKey, input.name))
        yield* buckets.remove(ada, where, input.name)
        assert.isFalse(yield* listed(where.listingKey, input.name))
        assert.deepStrictEqual(yield* told(input.name), ["bucket.create success", "bucket.delete success"])
      })
    )
  )

  it.effect("that happens after its caller was told that there is no answer gets its success and its row", () =>
    serving(({ buckets: there, manner, release }) =>
      Effect.gen(function* () {
        const [buckets, where, input] = [yield* Buckets, place(), named("late")]
        const reconciliation = yield* GatewayReconciliation
        yield* Ref.set(manner, "late")
        assert.strictEqual((yield* Effect.flip(buckets.create(ada, where, input)))._tag, "StorageTimeout")
        yield* timePasses(false)
        assert.strictEqual((yield* reconciliation.run).open_count, 1, "not there, but it may come")
        assert.deepStrictEqual(yield* told(input.name), [])
        yield* Deferred.succeed(release, undefined)
        yield* Effect.repeat(Effect.delay(Ref.get(there), "5 millis"), { while: (all) => !all.has(input.name) })
        yield* timePasses(false)
        assert.deepInclude(yield* reconciliation.run, { status: "completed", success_count: 1, open_count: 0 })
        assert.deepStrictEqual(yield* told(input.name), ["bucket.create success"])
        assert.isTrue(yield* listed(where.listingKey, input.name))
        yield* Ref.set(manner, "well")
        yield* buckets.remove(ada, where, input.name)
      })
    )
  )

  it.effect("that never happened is told as a failure once it cannot happen any more, not before", () =>
    serving(({ manner }) =>
      Effect.gen(function* () {
        const [buckets, where, input] = [yield* Buckets, place(), named("none")]
        const reconciliation = yield* GatewayReconciliation
        yield* Ref.set(manner, "no answer")
        yield* Effect.flip(buckets.create(ada, where, input))
        yield* timePasses(false)
        yield* reconciliation.run
        assert.deepStrictEqual(yield* told(input.name), [])
        const refused = yield* Effect.flip(buckets.create(ada, where, input))
        assert.isTrue(refused._tag === "Conflict" && refused.code === "state_conflict")
        yield* timePasses(true)
        yield* reconciliation.run
        assert.deepStrictEqual(yield* told(input.name), ["bucket.create failure"])
        yield* Ref.set(manner, "well")
        yield* buckets.create(ada, where, input)
        assert.deepStrictEqual(yield* told(input.name), ["bucket.create failure", "bucket.create success"])
        yield* buckets.remove(ada, where, input.name)
      })
    )
  )

  it.effect("that something says yes to without doing it is no success", () =>
    serving(({ manner }) =>
      Effect.gen(function* () {
        const [buckets, where, input] = [yield* Buckets, place(), named("page")]
        yield* Ref.set(manner, "yes for nothing")
        assert.strictEqual((yield* Effect.flip(buckets.create(ada, where, input)))._tag, "StorageError")
        assert.isFalse(yield* listed(where.listingKey, input.name))
        yield* timePasses(true)
        yield* (yield* GatewayReconciliation).run
        assert.deepStrictEqual(yield* told(input.name), ["bucket.create failure"])
      })
    )
  )

  it.effect("that is done when its outcome cannot be written is told by the next look, with its row", () =>
    serving(() =>
      Effect.gen(function* () {
        const [buckets, where, input] = [yield* Buckets, place(), named("unwritten")]
        const sql = yield* SqlClient.SqlClient
        yield* sql`alter table audit_logs add constraint refused check (action <> 'bucket.create') not valid`
        assert.isTrue(Exit.isFailure(yield* Effect.exit(buckets.create(ada, where, input))))
        yield* sql`alter table audit_logs drop constraint refused`
        assert.deepStrictEqual([yield* told(input.name), yield* listed(where.listingKey, input.name)], [[], false])
        assert.strictEqual((yield* (yield* GatewayReconciliation).run).success_count, 1)
        assert.deepStrictEqual(
          [yield* told(input.name), yield* listed(where.listingKey, input.name)],
          [["bucket.create success"], true]
        )
        const [row] = yield* sql<{ metadata: Record<string, unknown>; actor: string }>`
      select metadata, actor_email as actor from audit_logs where entity_id = ${input.name}`
        assert.deepInclude(row!.metadata, { context_id: where.context.id, storage_endpoint_id: 1, reconciled: true })
        assert.strictEqual(row!.actor, "ada@example.org", "who wanted it, not who found it out")
        yield* buckets.remove(ada, where, input.name)
      })
    )
  )

  it.effect("nobody can ask about any more is told to be unknown", () =>
    serving(({ known, manner }) =>
      Effect.gen(function* () {
        const [buckets, where, input] = [yield* Buckets, place(), named("gone")]
        yield* Ref.set(manner, "no answer")
        yield* Effect.flip(buckets.create(ada, where, input))
        yield* Ref.set(known, false)
        yield* timePasses(false)
        assert.strictEqual((yield* (yield* GatewayReconciliation).run).unknown_count, 1)
        assert.deepStrictEqual(yield* told(input.name), ["bucket.create unknown"])
      })
    )
  )

  it.effect("waits while the gateway cannot be looked at, and for a day at most", () =>
    serving(({ looks, manner }) =>
      Effect.gen(function* () {
        const [buckets, where, input, sql] = [yield* Buckets, place(), named("blind"), yield* SqlClient.SqlClient]
        const reconciliation = yield* GatewayReconciliation
        yield* Ref.set(manner, "no answer")
        yield* Ref.set(looks, false)
        yield* Effect.flip(buckets.create(ada, where, input))
        yield* timePasses(true)
        assert.strictEqual((yield* reconciliation.run).open_count, 1)
        yield* sql`update gateway_intents set planned_at = now() - interval '25 hours' where outcome is null`
        yield* timePasses(true)
        assert.strictEqual((yield* reconciliation.run).unknown_count, 1)
        assert.deepStrictEqual(yield* told(input.name), ["bucket.create unknown"])
      })
    )
  )

  it.effect("is made once, however many ask for it at once", () =>
    serving(({ reached: count }) =>
      Effect.gen(function* () {
        const [buckets, where, input] = [yield* Buckets, place(), named("once")]
        const exits = yield* Effect.all(
          Array.from({ length: 6 }, () => Effect.exit(buckets.create(ada, where, input))),
          { concurrency: "unbounded" }
        )
        assert.lengthOf(exits.filter(Exit.isSuccess), 1)
        assert.strictEqual(yield* Ref.get(count), 1, "the gateway was asked once")
        assert.deepStrictEqual(yield* told(input.name), ["bucket.create success"])
        const removed = yield* Effect.all(
          Array.from({ length: 6 }, () => Effect.exit(buckets.remove(ada, where, input.name))),
          { concurrency: "unbounded" }
        )
        assert.lengthOf(removed.filter(Exit.isSuccess), 1)
        assert.deepStrictEqual(yield* told(input.name), ["bucket.create success", "bucket.delete success"])
      })
    )
  )

  it.effect("of a gateway that hangs delays none of another, and holds no connection of the database", () =>
    serving(({ manner, reached: count }) =>
      Effect.gen(function* () {
        const [buckets, sql] = [yield* Buckets, yield* SqlClient.SqlClient]
        yield* Ref.set(manner, "hanging")
        // more than the pool's connections and the permits: the others wait
        const hanging = yield* Effect.forEach(Array.from({ length: 24 }), () =>
          Effect.forkChild(Effect.exit(buckets.create(ada, place(2), named("hung"))))
        )
        yield* reached(count, 8)
        assert.strictEqual(yield* Ref.get(count), 8, "so many at once")
        yield* sql`select 1`
        yield* Ref.set(manner, "well")
        const input = named("elsewhere")
        yield* buckets.create(ada, place(3), input)
        assert.isTrue(
          hanging.some((fiber) => fiber.pollUnsafe() === undefined),
          "they hang still"
        )
        assert.deepStrictEqual(yield* told(input.name), ["bucket.create success"])
        yield* Fiber.joinAll(hanging)
        yield* timePasses(true)
        yield* (yield* GatewayReconciliation).run
      })
    )
  )

  it.effect("inside a transaction is refused: its intent would be seen by nobody before the gateway is asked", () =>
    serving(({ reached: count }) =>
      Effect.gen(function* () {
        const [buckets, input] = [yield* Buckets, named("inside")]
        const exit = yield* Effect.exit((yield* Transaction).run(buckets.create(ada, place(), input)))
        assert.isTrue(Exit.isFailure(exit))
        assert.strictEqual(yield* Ref.get(count), 0)
      })
    )
  )

  it.effect("leaves its intent for a week, and its entry for good", () =>
    serving(() =>
      Effect.gen(function* () {
        const [buckets, where, input, sql] = [yield* Buckets, place(), named("old"), yield* SqlClient.SqlClient]
        yield* buckets.create(ada, where, input)
        yield* (yield* GatewayReconciliation).run
        assert.lengthOf(yield* sql`select 1 from gateway_intents where thing like ${`%${input.name}`}`, 1)
        yield* sql`update gateway_intents set told_at = now() - interval '8 days' where thing like ${`%${input.name}`}`
        assert.strictEqual((yield* (yield* GatewayReconciliation).run).purged_count, 1)
        assert.deepStrictEqual(yield* told(input.name), ["bucket.create success"])
        assert.isNull(yield* (yield* Audited).findOut(null))
      })
    )
  )
})
