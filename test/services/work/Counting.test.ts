import { assert, layer } from "@effect/vitest"
import { Deferred, Effect, Fiber, Layer, Schema, Stream } from "effect"
import { SqlClient } from "effect/sql"
import { AuditTrail } from "#layers/compose/AuditTrail.ts"
import * as LiveEventsSql from "#layers/sql/platform/LiveEventsSql.ts"
import * as WorkDraftsSql from "#layers/sql/platform/WorkDraftsSql.ts"
import * as WorkLeasesSql from "#layers/sql/platform/WorkLeasesSql.ts"
import * as WorkRecordsSql from "#layers/sql/platform/WorkRecordsSql.ts"
import { Work } from "#services/platform/work/Work.ts"
import type { Performed, WorkKind } from "#services/platform/work/WorkKind.ts"
import { sealKind, WorkKinds } from "#services/platform/work/WorkKinds.ts"
import { TestDatabase } from "../../support/TestDatabase.ts"
import { TestSettings } from "../../support/testSettings.ts"
import { runner, somebody, timePasses } from "./toyWork.ts"

const Params = Schema.Struct({ listing: Schema.String, grains: Schema.Int })
const Target = Schema.Struct({ pile: Schema.Int })
const Notes = Schema.Struct({ gone: Schema.Int })

class Pile {
  taken = 0
  at: (gone: number) => Effect.Effect<void> = () => Effect.void
  end: Pick<Performed<null>, "outcome" | "why"> = { outcome: "completed" }
}

const kindOf = (pile: Pile): WorkKind<typeof Params.Type, typeof Target.Type, typeof Notes.Type, null> => ({
  name: "pile",
  scope: "manager",
  listing: ({ listing }) => listing,
  params: Params,
  target: Target,
  notes: Notes,
  inverse: Schema.Null,
  exclusionKey: () => null,
  maxConcurrency: 1,
  plan: ({ grains }) =>
    Effect.succeed({
      title: `Take ${grains} grains away`,
      warnings: [],
      excluded: [],
      items: Stream.make({
        key: "pile",
        label: "The pile",
        detail: "",
        before: String(grains),
        after: "none",
        sort: "pile",
        phase: 1,
        target: { pile: 1 }
      })
    }),
  perform: Effect.fnUntraced(function* ({ note, notes, params: { grains }, isPauseRequested }) {
    for (let gone = notes?.gone ?? 0; gone < grains; ) {
      yield* pile.at(gone)
      if (yield* isPauseRequested) return { outcome: "rested" as const, result: { gone }, inverse: null }
      pile.taken += 10
      gone += 10
      yield* note({ gone }, { done: gone, total: grains, unit: "grains", note: "" })
    }
    return { ...pile.end, result: { gone: grains }, inverse: null }
  }),
  undo: () => Effect.void
})

const Engine = (pile: Pile) =>
  Work.layer.pipe(
    Layer.provideMerge(Layer.mergeAll(WorkRecordsSql.layer, WorkDraftsSql.layer, WorkLeasesSql.layer, AuditTrail)),
    Layer.provideMerge(Layer.succeed(WorkKinds, WorkKinds.make([sealKind(kindOf(pile))]))),
    Layer.provideMerge(LiveEventsSql.layer),
    Layer.provide(TestSettings()),
    Layer.fresh
  )

const served = <A, E, R>(pile: Pile, test: Effect.Effect<A, E, R>) =>
  Effect.gen(function* () {
    yield* (yield* SqlClient.SqlClient)`delete from work_runs`
    return yield* Effect.scoped(Effect.provide(test, Engine(pile)))
  })
const begun = (grains: number, listing = "endpoint:1/owner:RGW1") =>
  Work.use((work) => work.start(somebody, "pile", { listing, grains }, null))
const ours = { scope: "manager" as const, listingKey: "endpoint:1/owner:RGW1" }
const until = (id: number, state: string) =>
  Work.use((work) =>
    Effect.repeat(Effect.delay(work.find(ours, id), "20 millis"), { while: (run) => run.state !== state })
  ).pipe(Effect.timeout("20 seconds"), Effect.orDie)

layer(TestDatabase.layer, { excludeTestServices: true, timeout: "60 seconds" })("work on many small things", (it) => {
  it.effect("tells how far it is, to whoever may act as its context and to nobody else", () => {
    const pile = new Pile()
    return served(
      pile,
      Effect.gen(function* () {
        const work = yield* Work
        const { id } = yield* begun(50)
        const seen = yield* Effect.forkChild(Stream.runCollect(yield* work.follow(ours, id, null)))
        pile.at = () => Effect.sleep("250 millis")
        yield* runner()
        const events = yield* Fiber.join(seen)
        const told = events.flatMap((event) =>
          event.event === "snapshot" && event.data.run.progress !== null ? [event.data.run.progress.done] : []
        )
        assert.isAbove(new Set(told).size, 2, told.join())
        assert.deepStrictEqual(
          told,
          told.toSorted((one, other) => one - other)
        )
        const { items } = yield* work.items(ours, id, {})
        assert.deepStrictEqual(items[0]?.progress, { done: 50, total: 50, unit: "grains", note: "" })
        for (const place of ["admin" as const, { scope: "manager" as const, listingKey: "endpoint:1/owner:RGW2" }]) {
          assert.strictEqual((yield* Effect.flip(work.find(place, id)))._tag, "NotFound")
          assert.strictEqual((yield* Effect.flip(work.items(place, id, {})))._tag, "NotFound")
          assert.strictEqual((yield* Effect.flip(work.ask(somebody, place, id, "stop")))._tag, "NotFound")
          assert.deepStrictEqual((yield* work.page(place, {})).items, [])
        }
        assert.deepStrictEqual(
          (yield* work.page(ours, {})).items.map((run) => run.id),
          [id]
        )
      })
    )
  })

  it.effect(
    "rests in the middle of itself when a pause is wanted, and goes on from there",
    () => {
      const pile = new Pile()
      return served(
        pile,
        Effect.gen(function* () {
          const work = yield* Work
          const [reached, release] = [yield* Deferred.make<void>(), yield* Deferred.make<void>()]
          pile.at = (gone) =>
            gone === 30 ? Effect.andThen(Deferred.succeed(reached, undefined), Deferred.await(release)) : Effect.void
          yield* runner()
          const { id } = yield* begun(100)
          yield* Deferred.await(reached)
          yield* work.ask(somebody, ours, id, "pause")
          // the next note would report it; none is due before the check
          yield* Effect.sleep("5500 millis")
          yield* Deferred.succeed(release, undefined)
          const paused = yield* until(id, "paused")
          assert.deepInclude(paused.totals, { pending: 1, running: 0 })
          assert.deepInclude(paused.progress, { done: 30 })
          pile.at = () => Effect.void
          yield* work.ask(somebody, ours, id, "resume")
          yield* until(id, "completed")
          const { items } = yield* work.items(ours, id, {})
          assert.deepStrictEqual(
            [pile.taken, items[0]?.attempts, items[0]?.result],
            [100, 1, { gone: 100 }],
            "each grain once"
          )
        })
      )
    },
    60_000
  )

  it.effect(
    "has its tries counted anew as long as it comes forward, and says what was done where something is left",
    () => {
      const pile = new Pile()
      pile.end = { outcome: "incomplete", why: "3 grains are stuck" }
      return served(
        pile,
        Effect.gen(function* () {
          const sql = yield* SqlClient.SqlClient
          const { id } = yield* begun(40)
          yield* sql`update work_items set attempts = 4, state = 'running', notes = '{"gone": 20}' where run_id = ${id}`
          yield* timePasses
          yield* runner()
          yield* until(id, "completed_with_errors")
          const { items } = yield* Work.use((work) => work.items(ours, id, {}))
          assert.deepStrictEqual(
            [pile.taken, items[0]?.attempts, items[0]?.result, items[0]?.problem],
            [20, 1, { gone: 40 }, { code: "incomplete", detail: "3 grains are stuck" }]
          )
        })
      )
    }
  )
})
