import { Effect, Exit, Option } from "effect"
import type { Caller } from "#domain/platform/access/Caller.ts"
import {
  type DomainError,
  type StorageError,
  type StorageTimeout,
  Unavailable
} from "#domain/platform/errors/Errors.ts"
import { Audit } from "./Audit.ts"
import { ChangeInProgress } from "./ChangeInProgress.ts"
import { errorCodeMetadata } from "./changeEndings.ts"
import { type ChangeJournal, entryOf } from "./changeJournal.ts"
import type { ChangeRuns } from "./changeRuns.ts"
import type { ChangeSteps } from "./changeSteps.ts"
import type { BatchOptions, GatewayChange, Refusal, RequestedChange } from "./GatewayChange.ts"
import type { GatewayChangeKind, Recovered } from "./GatewayChangeKind.ts"
import { GatewayIntentBatches } from "./GatewayIntents.ts"
import { Transaction } from "./Transaction.ts"

/** Changes of a batch that wait for their turn in the queue. */
const MAX_CONCURRENT_CHANGES = 8

export const makeChangeBatches = Effect.gen(function* () {
  const batches = yield* GatewayIntentBatches
  const audit = yield* Audit
  const transaction = yield* Transaction

  return <About, Where, Seen>(
    kind: GatewayChangeKind<About, Where, Seen>,
    { bounded, keepAlive, lease, release, runner }: ChangeJournal,
    { manyApart, withinTimeout }: ChangeRuns,
    { endingNow, entryFor, exitOf, intentOf, liveReadTimeout, observe, settle }: ChangeSteps<About, Where, Seen>,
    makeIdempotent: GatewayChange<About, Where, Seen>["makeIdempotent"]
  ): GatewayChange<About, Where, Seen>["makeManyIdempotent"] =>
    Effect.fnUntraced(function* <E1 extends DomainError, E2 extends DomainError>(
      caller: Caller,
      changes: ReadonlyArray<RequestedChange<About, Where, E2>>,
      { before: check, paced }: BatchOptions<E1>
    ) {
      type Failure = E1 | E2 | Refusal | StorageError | StorageTimeout
      const all = changes.map((change, position) => ({
        ...change,
        position,
        id: crypto.randomUUID() as string,
        entry: entryFor(caller, change.about),
        gateway: kind.gateway(change.about)
      }))
      type One = (typeof all)[number]
      const exits = new Map<string, Exit.Exit<Seen, Failure>>()

      const checkAll = Effect.fnUntraced(function* (those: ReadonlyArray<One>) {
        const checkExits = yield* Effect.provideService(
          check(those.map(({ position }) => position)),
          ChangeInProgress,
          true
        )
        const checked = those.map((one, index) => ({
          one,
          exit: checkExits[index] ?? Exit.die(new Error(`a change of ${kind.action} was not checked`))
        }))
        const refused = checked.filter(({ exit }) => Exit.isFailure(exit))
        for (const { exit, one } of refused) if (Exit.isFailure(exit)) exits.set(one.id, Exit.failCause(exit.cause))
        if (refused.length > 0)
          yield* batches.discard(
            refused.map(({ one }) => one.id),
            runner
          )
        return checked.flatMap(({ exit, one }) =>
          Exit.isSuccess(exit) ? [{ ...one, alreadyApplied: exit.value }] : []
        )
      })
      type Checked = One & { readonly alreadyApplied: boolean }

      const beginAll = Effect.fnUntraced(function* (those: ReadonlyArray<Checked>) {
        const started = new Set<string>()
        for (const before of [false, true]) {
          const ids = those.filter(({ alreadyApplied }) => alreadyApplied === before).map(({ id }) => id)
          if (ids.length > 0) for (const id of yield* batches.begin(ids, runner, before)) started.add(id)
        }
        for (const { id } of those)
          if (!started.has(id))
            exits.set(id, Exit.fail(new Unavailable({ detail: "The change was not begun in time: try again" })))
        return those.filter(({ id }) => started.has(id))
      })

      const changeOne = Effect.fnUntraced(function* (one: Checked) {
        const exit: Exit.Exit<unknown, Failure> = yield* Effect.exit(
          withinTimeout(
            one.gateway,
            paced(Effect.flatten(bounded({ action: kind.action, calls: 1, id: one.id }, one.change)))
          )
        )
        return Exit.hasInterrupts(exit) ? yield* Effect.interrupt : { ...one, exit }
      })
      type Sent = Checked & { readonly exit: Exit.Exit<unknown, Failure> }

      const observeMany = (those: ReadonlyArray<Sent>): Effect.Effect<ReadonlyArray<Option.Option<Recovered<Seen>>>> =>
        kind.recoverMany === undefined
          ? Effect.forEach(those, ({ about, id, where }) => observe(id, where, about), {
              concurrency: MAX_CONCURRENT_CHANGES
            })
          : Effect.map(
              Effect.timeoutOption(kind.recoverMany(those), liveReadTimeout),
              Option.getOrElse(() => those.map(() => Option.none()))
            )

      const endMany = Effect.fnUntraced(function* (those: ReadonlyArray<Sent>) {
        const observed = yield* observeMany(those)
        return those.map((one, index) => {
          const { about, alreadyApplied, exit, id, where } = one
          const ending = endingNow(exit, alreadyApplied, observed[index] ?? Option.none(), where, about)
          exits.set(id, exitOf(exit, ending.verdict, ending.now))
          return { ...one, ...ending }
        })
      })
      type Changed = Effect.Success<ReturnType<typeof endMany>>[number]

      const rowsOf = (those: ReadonlyArray<Changed>) => {
        const recovered = those.flatMap(({ about, now, where }) =>
          Option.isSome(now) ? [{ about, where, ...now.value }] : []
        )
        const { storeMany } = kind
        return storeMany === undefined
          ? Effect.forEach(recovered, ({ rows }) => rows, { discard: true })
          : storeMany(recovered.filter(({ isApplied }) => isApplied))
      }

      const settleAll = Effect.fnUntraced(function* (those: ReadonlyArray<Changed>) {
        const isSettled = those.flatMap((one) => (one.verdict === "open" ? [] : [{ ...one, verdict: one.verdict }]))
        const recordedBefore = yield* transaction.run(
          Effect.gen(function* () {
            const written = new Set<string>()
            for (const outcome of ["success", "failure", "unknown"] as const) {
              const ids = isSettled.filter(({ verdict }) => verdict === outcome).map(({ id }) => id)
              if (ids.length > 0) for (const id of yield* batches.recordOutcome(ids, outcome)) written.add(id)
            }
            const recorded = isSettled.filter(({ id }) => written.has(id))
            yield* audit.recordMany(
              recorded.map(({ entry, exit, verdict }) =>
                entryOf(entry, verdict, verdict === "failure" ? errorCodeMetadata(exit) : {})
              )
            )
            yield* rowsOf(recorded)
            return isSettled.filter(({ id }) => !written.has(id))
          })
        )
        for (const { entry, exit, id, now, verdict } of recordedBefore) yield* settle(id, entry, exit, verdict, now)
        for (const { entry, exit, id, now, verdict } of those)
          if (verdict === "open") yield* settle(id, entry, exit, verdict, now)
      })

      const begin = (onBegun: () => void) =>
        Effect.gen(function* () {
          const planned = yield* batches.plan(
            runner,
            lease,
            all.map(({ about, entry, id }) => ({ id, ...intentOf(about, entry) }))
          )
          const ours = all.filter(({ id }) => planned.has(id))
          yield* Effect.gen(function* () {
            const checked = yield* checkAll(ours)
            onBegun()
            const started = yield* beginAll(checked)
            yield* Effect.forkChild(
              Effect.forEach(started, ({ id }) => keepAlive(id), { concurrency: "unbounded", discard: true })
            )
            const sent = yield* Effect.forEach(started, changeOne, { concurrency: MAX_CONCURRENT_CHANGES })
            yield* settleAll(yield* endMany(sent))
            // on shutdown or a failed write, another process recovers the outcomes
          }).pipe(
            Effect.onError(() =>
              Effect.forEach(ours, ({ id }) => release(id), { discard: true }).pipe(
                Effect.catchCause((cause) =>
                  Effect.logWarning("Intents could not be given back: their leases will lapse", cause)
                )
              )
            )
          )
          return all.filter(({ id }) => !planned.has(id))
        })

      const busy = yield* manyApart(begin)
      for (const { about, change, id, position, where } of busy) {
        const before = Effect.flatMap(
          check([position]),
          ([exit = Exit.die(new Error(`a change of ${kind.action} was not checked`))]) => exit
        )
        exits.set(id, yield* Effect.exit(makeIdempotent(caller, where, about, { before, change })))
      }
      return all.map(
        ({ id }): Exit.Exit<Seen, Failure> =>
          exits.get(id) ?? Exit.die(new Error(`a change of ${kind.action} has no end`))
      )
    })
})
