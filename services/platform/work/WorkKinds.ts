import { Context, Effect, Schema, Stream } from "effect"
import type { DomainError } from "#domain/platform/errors/Errors.ts"
import type { WorkPlace, WorkScope } from "#domain/platform/work/runState.ts"
import type { ItemWork, KindPlan, Performed, PlanFailure, WorkKind } from "./WorkKind.ts"

type Kept = ItemWork<unknown, unknown, unknown>

/** A kind as the engine knows it: whatever it keeps is JSON. */
export interface SealedKind {
  readonly name: string
  readonly scope: WorkScope
  readonly atOnce: number
  readonly alone: (params: unknown) => Effect.Effect<string | null>
  /** What is kept of the parameters. */
  readonly kept: (params: unknown) => Effect.Effect<unknown>
  /** Whose a run with these parameters is. */
  readonly place: (params: unknown) => Effect.Effect<WorkPlace>
  readonly plan: (params: unknown) => Effect.Effect<KindPlan<unknown>, PlanFailure>
  readonly perform: (work: Kept) => Effect.Effect<Performed<unknown>, DomainError>
  /** What undoes what an item did that failed; null: nobody knows. */
  readonly leftBehind: (target: unknown, params: unknown) => Effect.Effect<unknown>
  readonly undo: (work: Kept, inverse: unknown) => Effect.Effect<void, DomainError>
}

/** Gives a kind the shape that the engine works with. What was kept and cannot be read any more is a fault of ours. */
export const sealKind = <Params, Target, Notes, Inverse>(kind: WorkKind<Params, Target, Notes, Inverse>): SealedKind => {
  const read = {
    params: Schema.decodeUnknownEffect(kind.params), target: Schema.decodeUnknownEffect(kind.target),
    notes: Schema.decodeUnknownEffect(kind.notes), inverse: Schema.decodeUnknownEffect(kind.inverse)
  }
  const write = { params: Schema.encodeSync(kind.params), target: Schema.encodeSync(kind.target), notes: Schema.encodeSync(kind.notes), inverse: Schema.encodeSync(kind.inverse) }

  const opened = ({ caller, note, notes, params, restWanted, runId, target }: Kept) => Effect.orDie(Effect.gen(function*() {
    const work: ItemWork<Params, Target, Notes> = {
      caller, runId, params: yield* read.params(params), target: yield* read.target(target),
      notes: notes === null ? null : yield* read.notes(notes), note: (more, progress) => note(write.notes(more), progress), restWanted
    }
    return work
  }))

  return {
    name: kind.name,
    scope: kind.scope,
    atOnce: kind.atOnce,
    alone: (params) => Effect.map(Effect.orDie(read.params(params)), kind.alone),
    place: (params) => Effect.map(Effect.orDie(read.params(params)), (given): WorkPlace => {
      if (kind.scope === "admin") return "admin"
      if (kind.listing === undefined) throw new Error(`${kind.name} says nothing of whose its runs are`)
      return { scope: kind.scope, listingKey: kind.listing(given) }
    }),
    kept: (params) => {
      const { kept } = kind
      return kept === undefined ? Effect.succeed(params) : Effect.map(Effect.orDie(read.params(params)), (given) => write.params(kept(given)))
    },
    plan: (params) => Effect.flatMap(Effect.orDie(read.params(params)), (given) => Effect.map(kind.plan(given), (plan) => ({
      ...plan, items: Stream.map(plan.items, (item) => ({ ...item, target: write.target(item.target) as unknown }))
    }))),
    perform: (work) => Effect.map(Effect.flatMap(opened(work), kind.perform), (done) => ({
      ...done, inverse: done.inverse === null ? null : write.inverse(done.inverse) as unknown
    })),
    leftBehind: (target, params) => {
      const { leftBehind } = kind
      return leftBehind === undefined ? Effect.succeed(null) : Effect.map(Effect.orDie(Effect.all([read.target(target), read.params(params)])), ([given, made]): unknown => {
        const inverse = leftBehind(given, made)
        return inverse === null ? null : write.inverse(inverse)
      })
    },
    undo: (work, inverse) => Effect.flatMap(opened(work), (open) =>
      Effect.flatMap(Effect.orDie(read.inverse(inverse)), (known) => kind.undo(open, known)))
  }
}

/** Every kind of long work that this build knows. */
export class WorkKinds extends Context.Service<WorkKinds, ReadonlyMap<string, SealedKind>>()("stowage/services/platform/work/WorkKinds") {
  static make(kinds: ReadonlyArray<SealedKind>) {
    return WorkKinds.of(new Map(kinds.map((kind) => [kind.name, kind])))
  }
}
