import { DateTime, Effect, Layer, Schedule, Schema, Stream } from "effect"
import { SqlClient } from "effect/sql"
import { Caller } from "#domain/platform/access/Caller.ts"
import { type DomainError, InvalidInput, StorageTimeout } from "#domain/platform/errors/Errors.ts"
import { AuditTrail } from "#layers/compose/AuditTrail.ts"
import * as LiveEventsSql from "#layers/sql/platform/LiveEventsSql.ts"
import * as WorkDraftsSql from "#layers/sql/platform/WorkDraftsSql.ts"
import * as WorkLeasesSql from "#layers/sql/platform/WorkLeasesSql.ts"
import * as WorkRecordsSql from "#layers/sql/platform/WorkRecordsSql.ts"
import type { Audited } from "#services/platform/audit/Audited.ts"
import type { LiveEvents } from "#services/platform/live/LiveEvents.ts"
import { Work } from "#services/platform/work/Work.ts"
import type { WorkKind } from "#services/platform/work/WorkKind.ts"
import { sealKind, WorkKinds } from "#services/platform/work/WorkKinds.ts"
import { type WorkBatchLeases, WorkLeases } from "#services/platform/work/WorkLeases.ts"
import { WorkRunner } from "#streams/work/WorkRunner.ts"
import { TestSettings } from "../../support/testSettings.ts"

const Params = Schema.Struct({ names: Schema.Array(Schema.String), add: Schema.Int })
const Target = Schema.Struct({ name: Schema.String, from: Schema.Int })
const Notes = Schema.Struct({ to: Schema.Int })

export class Shelf {
  readonly boxes = new Map<string, number>()
  readonly done = new Map<string, number>()
  readonly undone: Array<string> = []
  now = 0
  most = 0
  /** It remembers the work on its boxes, failed boxes included. */
  remembers = false
  at: (step: string) => Effect.Effect<void, DomainError> = () => Effect.void

  constructor(...names: ReadonlyArray<string>) {
    for (const name of names) this.boxes.set(name, 10)
  }
}

const kindOf = (
  shelf: Shelf
): WorkKind<typeof Params.Type, typeof Target.Type, typeof Notes.Type, typeof Target.Type> => ({
  ...(shelf.remembers ? { unrecordedInverse: (target: typeof Target.Type) => target } : {}),
  name: "toy",
  scope: "admin",
  params: Params,
  target: Target,
  notes: Notes,
  inverse: Target,
  exclusionKey: () => "toy",
  maxConcurrency: 4,
  plan: ({ add, names }) => {
    const missing = names.filter((name) => !shelf.boxes.has(name))
    if (names.includes("?")) return Effect.fail(InvalidInput.at("payload.names", "There is no such box"))
    return Effect.succeed({
      title: `Add ${add} to ${names.length} boxes`,
      warnings: [],
      excluded: missing.map((label) => ({ label, reason: "It is not on the shelf" })),
      items: Stream.map(Stream.fromIterable(names.filter((name) => shelf.boxes.has(name))), (name) => {
        const from = shelf.boxes.get(name)!
        return {
          key: name,
          label: name,
          detail: "shelf",
          before: String(from),
          after: String(from + add),
          sort: "boxes",
          phase: name.startsWith("last") ? 2 : 1,
          target: { name, from }
        }
      })
    })
  },
  perform: Effect.fnUntraced(function* ({ note, params: { add }, target: { from, name } }) {
    shelf.now += 1
    shelf.most = Math.max(shelf.most, shelf.now)
    return yield* Effect.gen(function* () {
      yield* shelf.at(`begin ${name}`)
      yield* note({ to: from + add })
      yield* shelf.at(`act ${name}`)
      const before = shelf.boxes.get(name)
      if (before !== from && before !== from + add)
        return { outcome: "skipped" as const, why: "Somebody changed it", result: {}, inverse: null }
      shelf.boxes.set(name, from + add)
      shelf.done.set(name, (shelf.done.get(name) ?? 0) + 1)
      yield* shelf.at(`acted ${name}`)
      return { outcome: "completed" as const, result: { now: from + add }, inverse: { name, from } }
    }).pipe(
      Effect.ensuring(
        Effect.sync(() => {
          shelf.now -= 1
        })
      )
    )
  }),
  undo: Effect.fnUntraced(function* (_, { from, name }) {
    yield* shelf.at(`undo ${name}`)
    shelf.boxes.set(name, from)
    shelf.undone.push(name)
  })
})

/** A process that can be killed: afterwards it reaches the database no more. `at` gets each of its statements. */
export class Life {
  dead = false
  readonly at: (step: string, life: Life) => void
  constructor(at: (step: string, life: Life) => void = () => undefined) {
    this.at = at
  }
  kill() {
    this.dead = true
  }
}

const mortal = (life: Life) =>
  Layer.effect(
    WorkLeases,
    Effect.map(WorkLeases, (real) => {
      const through =
        <Args extends ReadonlyArray<any>, A>(name: string, method: (...args: Args) => Effect.Effect<A>) =>
        (...args: Args) =>
          Effect.suspend(() => {
            life.at(`before ${name}`, life)
            if (life.dead) return Effect.die(new Error("killed"))
            return Effect.flatMap(method(...args), (answer) => {
              life.at(`after ${name}`, life)
              return life.dead ? Effect.die(new Error("killed")) : Effect.succeed(answer)
            })
          })
      return WorkLeases.of({
        take: through("take", real.take),
        renew: through("keep", real.renew),
        next: through("next", real.next),
        begin: through("begin", real.begin),
        note: through("note", real.note),
        settle: through("settle", real.settle),
        release: through("release", real.release)
      })
    })
  )

export const Engine = (shelf: Shelf) =>
  Work.layer.pipe(
    Layer.provideMerge(Layer.mergeAll(WorkRecordsSql.layer, WorkDraftsSql.layer, WorkLeasesSql.layer, AuditTrail)),
    Layer.provideMerge(Layer.succeed(WorkKinds, WorkKinds.make([sealKind(kindOf(shelf))]))),
    Layer.provideMerge(LiveEventsSql.layer),
    Layer.provide(TestSettings()),
    Layer.fresh
  )

export const runner = (life: Life = new Life()) =>
  Effect.gen(function* () {
    const services = yield* Effect.context<Audited | WorkBatchLeases | WorkKinds | WorkLeases | LiveEvents>()
    yield* Layer.build(
      Layer.fresh(WorkRunner).pipe(
        Layer.provide(mortal(life)),
        Layer.provide(Layer.succeedContext(services)),
        Layer.provide(TestSettings())
      )
    )
  })

export const foundGone = (id: number) =>
  Effect.gen(function* () {
    yield* timePasses
    return (yield* Work.use((work) => work.find("admin", id))).orphaned
  }).pipe(
    Effect.repeat({ until: (orphaned) => orphaned, schedule: Schedule.spaced("20 millis") }),
    Effect.timeout("10 seconds")
  )

export const timePasses = Effect.flatMap(
  SqlClient.SqlClient,
  (sql) => sql`update work_runs set lease_until = now() - interval '1 second' where runner is not null`
)

export const somebody = Caller.cases.Session.make({
  session_id: crypto.randomUUID(),
  user: { id: 7, email: "ada@example.org", full_name: "Ada", role: "ui_admin" },
  mfa_verified_at: null,
  authenticated_at: DateTime.makeUnsafe(0)
})

export const timedOut = new StorageTimeout({ operation: "toy" })

export const until = (id: number, ...states: ReadonlyArray<string>) =>
  Effect.repeat(
    Effect.delay(
      Effect.flatMap(Work, (work) => work.find("admin", id)),
      "20 millis"
    ),
    { while: ({ state }) => !states.includes(state) }
  ).pipe(
    Effect.timeout("20 seconds"),
    Effect.tapError(() =>
      Effect.flatMap(Work, (work) =>
        Effect.flatMap(work.items("admin", id, {}), ({ items }) => Effect.logError(JSON.stringify(items)))
      )
    ),
    Effect.orDie
  )

export const numbered = (count: number) =>
  Array.from({ length: count }, (_, index) => `box-${String(index).padStart(3, "0")}`)
