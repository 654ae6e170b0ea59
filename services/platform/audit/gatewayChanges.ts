import { Duration, Effect, Exit, Fiber, FiberSet, Option, Result, Schema } from "effect"
import { CurrentOrigin } from "#domain/platform/access/RequestOrigin.ts"
import type { Caller } from "#domain/platform/access/Caller.ts"
import type { AuditEntry } from "#domain/platform/audit/AuditEntry.ts"
import { type ChangeEvidence, type ChangeOutcome, changeOutcomeOf } from "#domain/platform/audit/GatewayChange.ts"
import { settlingTime } from "#domain/platform/audit/settling.ts"
import { leaseCheckInterval, heartbeatInterval } from "#domain/platform/work/lease.ts"
import { type DomainError, type StorageError, StorageTimeout, Unavailable } from "#domain/platform/errors/Errors.ts"
import { Settings } from "#services/platform/Settings.ts"
import { Audit } from "./Audit.ts"
import { byCaller } from "./auditBy.ts"
import { ChangeInProgress } from "./ChangeInProgress.ts"
import {
  errorCodeMetadata,
  contradictedAnswer,
  endingOfExit,
  changeQueueFull,
  CHANGE_IN_PROGRESS,
  OUTCOME_UNKNOWN
} from "./changeEndings.ts"
import { mutationQueue } from "./mutationQueue.ts"
import type {
  BatchOptions,
  GatewayChange,
  Refusal,
  RequestedChange,
  RequestedSteps,
  StoredSteps
} from "./GatewayChange.ts"
import type { GatewayChangeKind, Recovered } from "./GatewayChangeKind.ts"
import { GatewayIntent } from "./GatewayIntent.ts"
import { GatewayIntentBatches, GatewayIntents, type IntendedEntry, type OpenIntent } from "./GatewayIntents.ts"
import { Transaction } from "./Transaction.ts"

const LIVE_READ_TIMEOUT = Duration.seconds(5)
const PREVIOUS_CHANGE_TIMEOUT = Duration.seconds(5)
/** Another process recovers the changes that still run. */
const SHUTDOWN_TIMEOUT = Duration.seconds(5)
const RECOVERY_EXPIRY = Duration.hours(24)
const DEFAULT_CALLS = 3
/** Changes of a batch that wait for their turn in the queue. */
const MAX_CONCURRENT_CHANGES = 8

type Verdict = ChangeOutcome | "open"

/** Intent, then the change detached and without a connection, then outcome, entry and rows; recovers lost ones. */
export const makeGatewayChanges = Effect.gen(function* () {
  const intents = yield* GatewayIntents
  const batches = yield* GatewayIntentBatches
  const audit = yield* Audit
  const transaction = yield* Transaction
  const {
    gateway: { changeTimeout, timeout: reading },
    lease
  } = yield* Settings
  const heartbeat = heartbeatInterval(lease)
  const nextCheck = leaseCheckInterval(lease)
  // a change also reads, and a gateway that is slow to answer may be as slow to act
  const timeout = Duration.max(reading, changeTimeout)
  const settling = settlingTime(timeout)
  const runner = crypto.randomUUID()
  const runInQueue = mutationQueue()
  const kinds = new Map<string, (intent: OpenIntent) => Effect.Effect<Verdict>>()
  const running = yield* FiberSet.make<unknown, unknown>()
  yield* Effect.addFinalizer(() => Effect.timeoutOption(FiberSet.awaitEmpty(running), SHUTDOWN_TIMEOUT))

  const entryOf = (
    { messages, ...entry }: IntendedEntry,
    outcome: ChangeOutcome,
    more: AuditEntry["metadata"]
  ): AuditEntry => ({ ...entry, status: outcome, message: messages[outcome], metadata: { ...entry.metadata, ...more } })

  /** The first recorded outcome stays; a different result is audited beside it. */
  const recordOutcome = (
    id: string,
    entry: IntendedEntry,
    outcome: ChangeOutcome,
    more: AuditEntry["metadata"],
    rows: Effect.Effect<void>
  ) =>
    transaction.run(
      Effect.gen(function* () {
        const previousOutcome = yield* intents.recordOutcome(id, outcome)
        if (previousOutcome === outcome) return
        yield* audit.record(
          entryOf(entry, outcome, previousOutcome === null ? more : { ...more, told_before: previousOutcome })
        )
        yield* rows
      })
    )

  const tryRecover = <Seen>(id: string, recover: Effect.Effect<Recovered<Seen>, DomainError, GatewayIntent>) =>
    recover.pipe(
      Effect.provideService(GatewayIntent, { id }),
      Effect.tapError((error) =>
        Effect.logWarning("What became of a change of a gateway could not be found out yet").pipe(
          Effect.annotateLogs({ intent: id, error: error._tag })
        )
      ),
      Effect.option
    )

  const verdictOf = ({
    now,
    ...evidence
  }: Omit<ChangeEvidence, "now"> & { readonly now: Option.Option<Recovered<unknown>> }): Verdict =>
    changeOutcomeOf({
      ...evidence,
      now: Option.match(now, { onNone: () => null, onSome: ({ isApplied: alreadyApplied }) => alreadyApplied })
    })

  const findOut = Effect.fn("Audited.findOut")(function* (thing: string | null) {
    const intent = yield* intents.leaseNext(thing, runner, Duration.sum(timeout, lease))
    if (intent === null) return null
    const postpone = intents.releaseLease(
      intent.id,
      runner,
      Duration.min(Duration.times(nextCheck, 2 ** Math.min(intent.looks - 1, 5)), Duration.minutes(5))
    )
    const kind = kinds.get(intent.entry.action)
    const verdict: Verdict =
      kind === undefined
        ? "open"
        : yield* kind(intent).pipe(
            Effect.provideService(CurrentOrigin, {
              requestId: intent.requestId,
              address: intent.address,
              userAgent: ""
            }),
            // a short database outage must not end a change
            Effect.catchCause((cause) =>
              Effect.as(
                Effect.logError("What became of a change of a gateway could not be found out", cause),
                "open" as const
              )
            )
          )
    if (kind === undefined)
      yield* Effect.logError(`Nobody knows how to find out what became of a ${intent.entry.action}`)
    if (verdict === "open") yield* postpone
    return verdict
  })

  const plan = Effect.fnUntraced(function* (
    id: string,
    change: { readonly thing: string; readonly about: unknown; readonly entry: IntendedEntry }
  ) {
    const step = Duration.millis(50)
    for (let waited = Duration.zero; Duration.isLessThan(waited, PREVIOUS_CHANGE_TIMEOUT); ) {
      if (yield* intents.plan(id, runner, lease, change)) return
      const earlier = yield* findOut(change.thing)
      if (earlier === "open") return yield* OUTCOME_UNKNOWN
      if (earlier !== null) continue
      yield* Effect.sleep(step)
      waited = Duration.sum(waited, step)
    }
    return yield* CHANGE_IN_PROGRESS
  })

  const keepAlive = (id: string) =>
    intents.renewLease(id, runner, lease).pipe(
      // a short database outage must not end a change
      Effect.catchCause((cause) =>
        Effect.as(Effect.logWarning("The lease of a change could not be prolonged", cause), true)
      ),
      Effect.delay(heartbeat),
      Effect.repeat({ while: (renewed) => renewed })
    )

  const withinTimeout = <A, E>(gateway: string, change: Effect.Effect<A, E>): Effect.Effect<A, E | Unavailable> =>
    Effect.suspend(() => {
      let began = false
      const queued = runInQueue(
        gateway,
        Effect.suspend(() => {
          began = true
          return change
        })
      )
      const late = Effect.sleep(timeout).pipe(
        Effect.andThen(Effect.suspend(() => (began ? Effect.never : Effect.fail(changeQueueFull))))
      )
      return Effect.raceFirst(queued, late)
    })

  /** An interruption cancels the change only while it is queued. */
  const apart = <A, E>(gateway: string, change: Effect.Effect<A, E>): Effect.Effect<A, E | Unavailable> =>
    Effect.uninterruptibleMask((restore) =>
      Effect.gen(function* () {
        let began = false
        const fiber = yield* FiberSet.run(
          running,
          runInQueue(
            gateway,
            Effect.suspend(() => {
              began = true
              return change
            })
          )
        )
        const giveUp = Effect.suspend(() => (began ? Effect.void : Fiber.interrupt(fiber)))
        const late = Effect.sleep(timeout).pipe(
          Effect.andThen(
            Effect.suspend(() => (began ? Effect.never : Effect.andThen(giveUp, Effect.fail(changeQueueFull))))
          )
        )
        return yield* restore(Effect.raceFirst(Fiber.join(fiber), late)).pipe(Effect.onInterrupt(() => giveUp))
      })
    )

  const gateway = <About, Where, Seen>(
    kind: GatewayChangeKind<About, Where, Seen>
  ): GatewayChange<About, Where, Seen> => {
    const encode = Schema.encodeSync(kind.about)
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

    const entryFor = (caller: Caller, about: About): IntendedEntry => ({
      ...byCaller(caller, typeof kind.scope === "function" ? kind.scope(about) : kind.scope),
      action: kind.action,
      entity: kind.entity(about),
      metadata: kind.metadata(about),
      messages: kind.messages(about)
    })

    const intended = <A, E1, E2>(
      caller: Caller,
      about: About,
      before: Effect.Effect<boolean, E1>,
      make: (id: string, entry: IntendedEntry, before: boolean) => Effect.Effect<A, E2>
    ) =>
      apart(
        kind.gateway(about),
        Effect.gen(function* () {
          const id = crypto.randomUUID()
          const entry = entryFor(caller, about)
          yield* plan(id, { thing: kind.thing(about), about: encode(about), entry })
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
              Effect.catchCause(intents.releaseLease(id, runner, Duration.zero), (cause) =>
                Effect.logWarning("An intent could not be given back: its lease will lapse", cause)
              )
            )
          )
        })
      )

    const bounded = <A, E>(id: string, calls: number, change: Effect.Effect<A, E, GatewayIntent>) =>
      change.pipe(
        Effect.provideService(GatewayIntent, { id }),
        Effect.provideService(ChangeInProgress, true),
        // each call has its own timeout; this one also covers the wait for a permit at the gateway
        Effect.timeoutOrElse({
          duration: Duration.sum(Duration.times(timeout, calls), Duration.seconds(1)),
          orElse: () => Effect.fail(new StorageTimeout({ operation: kind.action }))
        }),
        Effect.exit
      )

    const settle = <Found>(
      id: string,
      entry: IntendedEntry,
      exit: Exit.Exit<unknown, DomainError>,
      verdict: Verdict,
      now: Option.Option<Recovered<Found>>
    ) => {
      const rows = Option.match(now, { onNone: () => Effect.void, onSome: (observed) => observed.rows })
      if (verdict === "open") return Effect.andThen(intents.releaseLease(id, runner, timeout), rows)
      return recordOutcome(id, entry, verdict, verdict === "failure" ? errorCodeMetadata(exit) : {}, rows)
    }

    const observe = (id: string, where: Where, about: About) =>
      Effect.map(
        Effect.timeoutOption(
          tryRecover(id, kind.recover(where, about, true)),
          Duration.min(timeout, LIVE_READ_TIMEOUT)
        ),
        Option.flatten
      )

    const endingNow = (
      exit: Exit.Exit<unknown, DomainError>,
      alreadyApplied: boolean,
      observed: Option.Option<Recovered<Seen>>,
      where: Where,
      about: About
    ) => {
      const now =
        Exit.isSuccess(exit) && kind.assumeApplied !== null
          ? Option.orElseSome(observed, () => kind.assumeApplied!(where, about))
          : observed
      const verdict = verdictOf({
        ending: endingOfExit(exit),
        before: alreadyApplied,
        now,
        isSettled: false,
        expired: false
      })
      return { now, verdict }
    }

    const exitOf = <E>(
      exit: Exit.Exit<unknown, E>,
      verdict: Verdict,
      now: Option.Option<Recovered<Seen>>
    ): Exit.Exit<Seen, E | StorageError> => {
      if (verdict === "success" && Option.isSome(now)) return Exit.succeed(now.value.observed)
      return Exit.isFailure(exit) ? Exit.failCause(exit.cause) : Exit.fail(contradictedAnswer(kind.action))
    }

    const makeManyIdempotent = Effect.fnUntraced(function* <E1 extends DomainError, E2 extends DomainError>(
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
        const found = yield* Effect.provideService(check(those.map(({ position }) => position)), ChangeInProgress, true)
        const checked = those.map((one, index) => ({
          one,
          exit: found[index] ?? Exit.die(new Error(`a change of ${kind.action} was not checked`))
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
          withinTimeout(one.gateway, paced(Effect.flatten(bounded(one.id, 1, one.change))))
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
              Effect.timeoutOption(kind.recoverMany(those), Duration.min(timeout, LIVE_READ_TIMEOUT)),
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
            all.map(({ about, entry, id }) => ({ id, thing: kind.thing(about), about: encode(about), entry }))
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
              Effect.forEach(ours, ({ id }) => intents.releaseLease(id, runner, Duration.zero), { discard: true }).pipe(
                Effect.catchCause((cause) =>
                  Effect.logWarning("Intents could not be given back: their leases will lapse", cause)
                )
              )
            )
          )
          return all.filter(({ id }) => !planned.has(id))
        })

      const busy = yield* Effect.uninterruptibleMask((restore) =>
        Effect.gen(function* () {
          let began = false
          const fiber = yield* FiberSet.run(
            running,
            begin(() => {
              began = true
            })
          )
          return yield* restore(Fiber.join(fiber)).pipe(
            Effect.onInterrupt(() => (began ? Effect.void : Fiber.interrupt(fiber)))
          )
        })
      )
      for (const { about, change, id, position, where } of busy) {
        const before = Effect.flatMap(
          check([position]),
          ([exit = Exit.die(new Error(`a change of ${kind.action} was not checked`))]) => exit
        )
        exits.set(id, yield* Effect.exit(callEnding(caller, where, about, { before, change })))
      }
      return all.map(
        ({ id }): Exit.Exit<Seen, Failure> =>
          exits.get(id) ?? Exit.die(new Error(`a change of ${kind.action} has no end`))
      )
    })

    const callEnding = <E1 extends DomainError, E2 extends DomainError>(
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
          const exit = yield* bounded(id, 1, change)
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
            id,
            calls,
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

    return { makeIdempotent: callEnding, makeManyIdempotent, makeAndStore }
  }

  return { gateway, findOut }
})
