import { Duration, Effect, Exit, Option, Result, Schema } from "effect"
import type { Caller } from "#domain/platform/access/Caller.ts"
import { settlingTime } from "#domain/platform/audit/settling.ts"
import {
  type DomainError,
  type StorageError,
  type StorageTimeout,
  Unavailable
} from "#domain/platform/errors/Errors.ts"
import { Audit } from "./Audit.ts"
import { ChangeInProgress } from "./ChangeInProgress.ts"
import { makeChangeBatches } from "./changeBatches.ts"
import { endingOfExit } from "./changeEndings.ts"
import { entryOf, makeChangeJournal, verdictOf } from "./changeJournal.ts"
import { makeChangeRuns } from "./changeRuns.ts"
import { changeStepsOf } from "./changeSteps.ts"
import type { GatewayChange, Refusal, RequestedSteps, StoredSteps } from "./GatewayChange.ts"
import type { GatewayChangeKind, Recovered } from "./GatewayChangeKind.ts"
import { GatewayIntents, type IntendedEntry, type OpenIntent } from "./GatewayIntents.ts"
import { Transaction } from "./Transaction.ts"

const RECOVERY_EXPIRY = Duration.hours(24)
const DEFAULT_CALLS = 3

/** Intent, then the change detached and without a connection, then outcome, entry and rows; recovers lost ones. */
export const makeGatewayChanges = Effect.gen(function* () {
  const intents = yield* GatewayIntents
  const audit = yield* Audit
  const transaction = yield* Transaction
  const journal = yield* makeChangeJournal
  const { bounded, findOut, keepAlive, kinds, lease, plan, recordOutcome, release, runner, timeout, tryRecover } =
    journal
  const settling = settlingTime(timeout)
  const runs = yield* makeChangeRuns(timeout)
  const batchOf = yield* makeChangeBatches

  const gateway = <About, Where, Seen>(
    kind: GatewayChangeKind<About, Where, Seen>
  ): GatewayChange<About, Where, Seen> => {
    const steps = changeStepsOf(journal, kind)
    const { endingNow, entryFor, exitOf, intentOf, observe, settle } = steps
    const decode = Schema.decodeUnknownEffect(kind.about)

    kinds.set(
      kind.action,
      Effect.fnUntraced(function* (intent: OpenIntent) {
        const { before, isStarted: isBegun, entry, id } = intent
        const about = yield* Effect.orDie(decode(intent.about))
        const reached = isBegun ? yield* Effect.result(kind.reach(about)) : null
        const isLost = reached === null || (Result.isFailure(reached) && reached.failure._tag === "NotFound")
        const now =
          reached === null || Result.isFailure(reached)
            ? Option.none<Recovered<Seen>>()
            : yield* tryRecover(id, kind.recover(reached.success, about, false))
        const verdict = verdictOf({
          ending: isBegun ? "unsure" : "never",
          before,
          now,
          isSettled: intent.endedFor >= Duration.toMillis(settling),
          expired: isLost || intent.plannedFor >= Duration.toMillis(RECOVERY_EXPIRY)
        })
        const rows = Option.match(now, { onNone: () => Effect.void, onSome: (observed) => observed.rows })
        if (verdict !== "open")
          yield* recordOutcome(id, entry, verdict, { reconciled: true, intended_at: intent.plannedAt }, rows)
        else yield* rows
        return verdict
      })
    )

    const intended = <A, E1, E2>(
      caller: Caller,
      about: About,
      before: Effect.Effect<boolean, E1>,
      make: (id: string, entry: IntendedEntry, before: boolean) => Effect.Effect<A, E2>
    ) =>
      runs.apart(
        kind.gateway(about),
        Effect.gen(function* () {
          const id = crypto.randomUUID()
          const entry = entryFor(caller, about)
          yield* plan(id, intentOf(about, entry))
          return yield* Effect.gen(function* () {
            const alreadyApplied = yield* Effect.onExit(
              Effect.provideService(before, ChangeInProgress, true),
              (exit) => (Exit.isFailure(exit) ? intents.discard(id, runner) : Effect.void)
            )
            if (!(yield* intents.begin(id, runner, alreadyApplied)))
              return yield* new Unavailable({ detail: "The change was not begun in time: try again" })
            yield* Effect.forkChild(keepAlive(id))
            return yield* make(id, entry, alreadyApplied)
            // on shutdown or a failed write, another process recovers the outcome
          }).pipe(
            Effect.onError(() =>
              Effect.catchCause(release(id), (cause) =>
                Effect.logWarning("An intent could not be given back: its lease will lapse", cause)
              )
            )
          )
        })
      )

    const makeIdempotent = <E1 extends DomainError, E2 extends DomainError>(
      caller: Caller,
      where: Where,
      about: About,
      { before, change }: RequestedSteps<E1, E2>
    ): Effect.Effect<Seen, E1 | E2 | Refusal | StorageError | StorageTimeout> =>
      intended(
        caller,
        about,
        before,
        Effect.fnUntraced(function* (id, entry, alreadyApplied) {
          const exit = yield* bounded({ action: kind.action, calls: 1, id }, change)
          if (Exit.hasInterrupts(exit)) return yield* Effect.interrupt
          const { now, verdict } = endingNow(exit, alreadyApplied, yield* observe(id, where, about), where, about)
          yield* settle(id, entry, exit, verdict, now)
          return yield* exitOf(exit, verdict, now)
        })
      )

    const makeAndStore = <A, B, E1 extends DomainError, E2 extends DomainError>(
      caller: Caller,
      where: Where,
      about: About,
      { calls = DEFAULT_CALLS, change, entity, first, store: keep, remains }: StoredSteps<A, B, E1, E2>
    ): Effect.Effect<B, E1 | E2 | Refusal | StorageTimeout> =>
      intended(
        caller,
        about,
        Effect.succeed(false),
        Effect.fnUntraced(function* (id, entry) {
          let half = false
          const changeExit = yield* bounded(
            { action: kind.action, calls, id },
            first === undefined
              ? change
              : Effect.andThen(
                  Effect.tap(first, () =>
                    Effect.sync(() => {
                      half = true
                    })
                  ),
                  change
                )
          )
          if (Exit.hasInterrupts(changeExit)) return yield* Effect.interrupt
          const exit: Exit.Exit<B, E1 | E2 | StorageTimeout> = Exit.isFailure(changeExit)
            ? Exit.failCause(changeExit.cause)
            : yield* Effect.exit(
                transaction.run(
                  Effect.gen(function* () {
                    const rows = yield* keep(changeExit.value)
                    const previousOutcome = yield* intents.recordOutcome(id, "success")
                    if (previousOutcome !== null)
                      return yield* Effect.die(new Error(`the change was told to be a ${previousOutcome} meanwhile`))
                    yield* audit.record(entryOf({ ...entry, entity: entity(rows) }, "success", {}))
                    return rows
                  })
                )
              )
          // the outcome of a commit with a lost response is recorded: there is nothing to roll back
          if (Exit.isSuccess(exit) || !(yield* intents.renewLease(id, runner, lease))) return yield* exit
          const callEnding = endingOfExit(changeExit)
          const ending = callEnding === "done" || (callEnding === "refused" && half) ? "partial" : callEnding
          const now =
            ending === "refused"
              ? Option.none<Recovered<Seen>>()
              : yield* tryRecover(id, Effect.tapError(kind.recover(where, about, true), remains))
          const verdict = verdictOf({ ending, before: false, now, isSettled: false, expired: false })
          yield* settle(id, entry, exit, verdict, now)
          return yield* exit
        })
      )

    const makeManyIdempotent = batchOf(kind, journal, runs, steps, makeIdempotent)
    return { makeIdempotent, makeManyIdempotent, makeAndStore }
  }

  return { gateway, findOut }
})
