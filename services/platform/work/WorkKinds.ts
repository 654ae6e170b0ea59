import { Context, Effect, Exit, Schema, Stream } from "effect"
import type { DomainError } from "#domain/platform/errors/Errors.ts"
import type { WorkPlace, WorkScope } from "#domain/platform/work/runState.ts"
import type { FirstAttempt, ItemWork, KindPlan, Performed, PlanFailure, WorkBatch, WorkKind } from "./WorkKind.ts"

type EncodedWork = ItemWork<unknown, unknown, unknown>

export interface SealedKind {
  readonly name: string
  readonly scope: WorkScope
  readonly atOnce: number
  readonly alone: (params: unknown) => Effect.Effect<string | null>
  readonly storedParams: (params: unknown) => Effect.Effect<unknown>
  readonly place: (params: unknown) => Effect.Effect<WorkPlace>
  readonly plan: (params: unknown) => Effect.Effect<KindPlan<unknown>, PlanFailure>
  readonly perform: (work: EncodedWork) => Effect.Effect<Performed<unknown>, DomainError>
  /** Null: items are performed one by one. */
  readonly performMany:
    | ((
        works: ReadonlyArray<FirstAttempt<unknown, unknown>>,
        batch: WorkBatch<unknown>
      ) => Effect.Effect<ReadonlyArray<Exit.Exit<Performed<unknown>, DomainError>>>)
    | null
  readonly unrecordedInverse: (target: unknown, params: unknown) => Effect.Effect<unknown>
  readonly undo: (work: EncodedWork, inverse: unknown) => Effect.Effect<void, DomainError>
}

export const sealKind = <Params, Target, Notes, Inverse>(
  kind: WorkKind<Params, Target, Notes, Inverse>
): SealedKind => {
  const read = {
    params: Schema.decodeUnknownEffect(kind.params),
    target: Schema.decodeUnknownEffect(kind.target),
    notes: Schema.decodeUnknownEffect(kind.notes),
    inverse: Schema.decodeUnknownEffect(kind.inverse)
  }
  const write = {
    params: Schema.encodeSync(kind.params),
    target: Schema.encodeSync(kind.target),
    notes: Schema.encodeSync(kind.notes),
    inverse: Schema.encodeSync(kind.inverse)
  }

  const decodeWork = ({
    caller,
    isRepeated: continued,
    note,
    notes,
    params,
    isPauseRequested,
    runId,
    target
  }: EncodedWork) =>
    Effect.orDie(
      Effect.gen(function* () {
        const work: ItemWork<Params, Target, Notes> = {
          caller,
          runId,
          isRepeated: continued,
          params: yield* read.params(params),
          target: yield* read.target(target),
          notes: notes === null ? null : yield* read.notes(notes),
          note: (more, progress) => note(write.notes(more), progress),
          isPauseRequested
        }
        return work
      })
    )

  const encodeDone = (done: Performed<Inverse>): Performed<unknown> => ({
    ...done,
    inverse: done.inverse === null ? null : (write.inverse(done.inverse) as unknown)
  })

  const { performMany } = kind
  const performEncoded: SealedKind["performMany"] =
    performMany === undefined
      ? null
      : Effect.fnUntraced(function* (works, { noteAll, pacer }) {
          // the items of a run share their parameters
          const params = works.length === 0 ? null : yield* Effect.orDie(read.params(works[0]?.params))
          const open = yield* Effect.forEach(works, ({ caller, target }) =>
            Effect.map(Effect.orDie(read.target(target)), (given) => ({ caller, params: params!, target: given }))
          )
          const exits = yield* performMany(open, { pacer, noteAll: (notes) => noteAll(write.notes(notes)) })
          return exits.map(Exit.map(encodeDone))
        })

  return {
    name: kind.name,
    scope: kind.scope,
    atOnce: kind.maxConcurrency,
    alone: (params) => Effect.map(Effect.orDie(read.params(params)), kind.exclusionKey),
    place: (params) =>
      Effect.map(Effect.orDie(read.params(params)), (given): WorkPlace => {
        if (kind.scope === "admin") return "admin"
        if (kind.listing === undefined) throw new Error(`${kind.name} says nothing of whose its runs are`)
        return { scope: kind.scope, listingKey: kind.listing(given) }
      }),
    storedParams: (params) => {
      const { storedParams } = kind
      return storedParams === undefined
        ? Effect.succeed(params)
        : Effect.map(Effect.orDie(read.params(params)), (given) => write.params(storedParams(given)))
    },
    plan: (params) =>
      Effect.flatMap(Effect.orDie(read.params(params)), (given) =>
        Effect.map(kind.plan(given), (plan) => ({
          ...plan,
          items: Stream.map(plan.items, (item) => ({ ...item, target: write.target(item.target) as unknown }))
        }))
      ),
    perform: (work) => Effect.map(Effect.flatMap(decodeWork(work), kind.perform), encodeDone),
    performMany: performEncoded,
    unrecordedInverse: (target, params) => {
      const { unrecordedInverse } = kind
      return unrecordedInverse === undefined
        ? Effect.succeed(null)
        : Effect.map(
            Effect.orDie(Effect.all([read.target(target), read.params(params)])),
            ([given, decodedParams]): unknown => {
              const inverse = unrecordedInverse(given, decodedParams)
              return inverse === null ? null : write.inverse(inverse)
            }
          )
    },
    undo: (work, inverse) =>
      Effect.flatMap(decodeWork(work), (open) =>
        Effect.flatMap(Effect.orDie(read.inverse(inverse)), (known) => kind.undo(open, known))
      )
  }
}

export class WorkKinds extends Context.Service<WorkKinds, ReadonlyMap<string, SealedKind>>()(
  "stowage/services/platform/work/WorkKinds"
) {
  static make(kinds: ReadonlyArray<SealedKind>) {
    return WorkKinds.of(new Map(kinds.map((kind) => [kind.name, kind])))
  }
}
