import { Array as Arr, Cause, Data, Duration, Effect, Exit, type Option } from "effect"
import { CurrentOrigin } from "#domain/platform/access/RequestOrigin.ts"
import type { DomainError } from "#domain/platform/errors/Errors.ts"
import {
  nextAfterItem,
  finalRunState,
  isAuditedScope,
  isEnded,
  type ItemCounts,
  type RunState
} from "#domain/platform/work/runState.ts"
import { heartbeatInterval } from "#domain/platform/work/lease.ts"
import { isOutOfAttempts, retryPause } from "#domain/platform/work/retryPolicy.ts"
import type { Audited } from "#services/platform/audit/Audited.ts"
import { byCaller } from "#services/platform/audit/auditBy.ts"
import { makeAdaptiveLimiter } from "#services/platform/work/AdaptiveLimiter.ts"
import type { WorkItemProgress } from "#domain/platform/work/WorkRun.ts"
import type { Performed } from "#services/platform/work/WorkKind.ts"
import type { SealedKind } from "#services/platform/work/WorkKinds.ts"
import type {
  CompletedItem,
  DueItem,
  ItemOutcome,
  LeasedRun,
  WorkBatchLeases,
  WorkLeases
} from "#services/platform/work/WorkLeases.ts"

const PAGE_SIZE = 200
const STATE_CHECK_INTERVAL = Duration.seconds(1)

/** Two batches: while one writes its journal, the other is at the gateway. */
const BATCH_SIZE = 50
const MAX_CONCURRENT_BATCHES = 2

const outcomeOfPerformed = ({ inverse, outcome, result, why }: Performed<unknown>): ItemOutcome => {
  switch (outcome) {
    case "completed":
      return { _tag: "Completed", result, inverse }
    case "skipped":
      return { _tag: "Skipped", why: why ?? "There was nothing to do any more", result }
    case "incomplete":
      return {
        _tag: "Failed",
        code: "incomplete",
        detail: why ?? "Something is left that could not be done",
        result,
        inverse
      }
    case "awaiting":
      return { _tag: "Awaiting", result, inverse }
    case "rested":
      return { _tag: "Rested", result, inverse }
  }
}

class LeaseLost extends Data.TaggedError("LeaseLost") {}

interface Ports {
  readonly leases: WorkLeases["Service"]
  readonly batches: WorkBatchLeases["Service"]
  readonly audited: Audited["Service"]
  readonly runner: string
  readonly lease: Duration.Duration
  /** Time after a gateway change ended during which it may still take effect. */
  readonly settling: Duration.Duration
}

/** Pause and stop take effect between items. */
export const performRun = ({ audited, batches, lease, leases, runner, settling }: Ports) =>
  Effect.fnUntraced(function* (run: LeasedRun, kind: SealedKind) {
    const { caller, direction, id } = run
    let state: RunState = "running"
    const pacer = makeAdaptiveLimiter()

    const updateState = (now: RunState | null): Effect.Effect<void, LeaseLost> =>
      now === null
        ? new LeaseLost()
        : Effect.sync(() => {
            state = now
          })

    const keepLease = Effect.forever(
      Effect.andThen(
        Effect.sleep(heartbeatInterval(lease)),
        Effect.suspend(() =>
          leases.renew(id, runner, lease).pipe(
            // a short database outage ends nothing: the next write checks the lease
            Effect.catchCause((cause) =>
              Effect.as(Effect.logWarning("The lease of long work could not be prolonged", cause), state)
            ),
            Effect.flatMap(updateState)
          )
        )
      )
    )

    const failure = ({ attempts }: DueItem, error: DomainError): ItemOutcome => {
      const problem = { code: error.code, detail: "detail" in error ? error.detail : error.message }
      const after = retryPause(error, attempts, settling)
      if (after !== null) return { _tag: "Again", ...problem, after }
      return direction === "forward" ? { _tag: "Failed", ...problem } : { _tag: "NotUndone", ...problem }
    }

    const outcomeOf = (item: DueItem, exit: Exit.Exit<ItemOutcome, DomainError>): Effect.Effect<ItemOutcome> => {
      if (Exit.isSuccess(exit)) return Effect.succeed(exit.value)
      if (Cause.hasInterruptsOnly(exit.cause)) return Effect.interrupt
      const error: Option.Option<DomainError> = Cause.findErrorOption(exit.cause)
      if (error._tag === "Some") return Effect.succeed(failure(item, error.value))
      const fault = { code: "internal", detail: "A fault of the service; its log says more" } as const
      return Effect.as(
        Effect.logError("An item of long work ended by a fault", exit.cause).pipe(
          Effect.annotateLogs({ run: id, item: item.ordinal })
        ),
        direction === "forward" ? { _tag: "Failed", ...fault } : { _tag: "NotUndone", ...fault }
      )
    }

    const perform = (item: DueItem): Effect.Effect<ItemOutcome, DomainError | LeaseLost> => {
      const work = {
        caller,
        runId: id,
        params: run.params,
        target: item.target,
        notes: item.notes,
        isRepeated: item.continued,
        // without the lease no step may start that a successor could not know of
        note: (notes: unknown, progress?: WorkItemProgress) =>
          Effect.flatMap(leases.note(id, runner, item.ordinal, notes, progress ?? null), (now) =>
            now === null
              ? Effect.interrupt
              : Effect.sync(() => {
                  state = now
                })
          ),
        isPauseRequested: Effect.sync(() => nextAfterItem(state) !== "go on")
      }
      if (direction === "back") return Effect.as(kind.undo(work, item.inverse), { _tag: "RolledBack" } as const)
      return Effect.map(kind.perform(work), outcomeOfPerformed)
    }

    const abandonedOutcome: ItemOutcome = {
      _tag: direction === "forward" ? "Failed" : "NotUndone",
      code: "given_up",
      detail: "It was begun several times, and never came to an end"
    }

    /** A failed item may be partly done. */
    const withInverse = (item: DueItem, outcome: ItemOutcome): Effect.Effect<ItemOutcome> =>
      outcome._tag === "Failed" && outcome.inverse === undefined
        ? Effect.map(kind.unrecordedInverse(item.target, run.params), (inverse) => ({ ...outcome, inverse }))
        : Effect.succeed(outcome)

    const one = (item: DueItem, begunOnly: boolean) =>
      Effect.gen(function* () {
        const settle = (outcome: ItemOutcome) =>
          Effect.flatMap(
            Effect.flatMap(withInverse(item, outcome), (ended) => leases.settle(id, runner, item.ordinal, ended)),
            updateState
          )
        if (isOutOfAttempts(item.attempts, item.ended)) return yield* settle(abandonedOutcome)
        const paced = pacer.run(
          Effect.gen(function* () {
            // a pause or stop was requested after the page was read
            if (!begunOnly && nextAfterItem(state) !== "go on") return null
            yield* Effect.flatMap(leases.begin(id, runner, direction, item.ordinal), updateState)
            const exit = yield* Effect.exit(perform(item) as Effect.Effect<ItemOutcome, DomainError>)
            const outcome = yield* outcomeOf(item, exit)
            return outcome._tag === "Again" ? yield* Effect.fail(outcome) : outcome
          }),
          (outcome) => outcome !== null && outcome._tag === "Completed"
        )
        const outcome = yield* Effect.catchTag(paced, "Again", (again) => Effect.succeed(again))
        if (outcome !== null) yield* settle(outcome)
      })

    const performMany = direction === "forward" ? kind.performMany : null
    const isFirstAttempt = ({ attempts, continued, notes }: DueItem) => attempts === 0 && notes === null && !continued

    const many = Effect.fnUntraced(function* (
      items: ReadonlyArray<DueItem>,
      together: NonNullable<SealedKind["performMany"]>
    ) {
      // a pause or stop was requested after the page was read
      if (nextAfterItem(state) !== "go on") return
      const ordinals = items.map(({ ordinal }) => ordinal)
      yield* Effect.flatMap(batches.begin(id, runner, ordinals), updateState)
      const noteAll = (notes: unknown) =>
        Effect.flatMap(batches.note(id, runner, ordinals, notes), (now) =>
          now === null
            ? Effect.interrupt
            : Effect.sync(() => {
                state = now
              })
        )
      const exits = yield* together(
        items.map(({ target }) => ({ caller, params: run.params, target })),
        { noteAll, pacer }
      )
      const completed: Array<CompletedItem> = []
      for (const [index, item] of items.entries()) {
        const exit = exits[index]
        if (exit === undefined) return yield* Effect.die(new Error(`${kind.name} left out an item of a batch`))
        const outcome = yield* outcomeOf(item, Exit.map(exit, outcomeOfPerformed))
        if (outcome._tag === "Completed") {
          completed.push({ ordinal: item.ordinal, result: outcome.result, inverse: outcome.inverse })
        } else {
          const storedOutcome = yield* withInverse(item, outcome)
          yield* Effect.flatMap(leases.settle(id, runner, item.ordinal, storedOutcome), updateState)
        }
      }
      if (completed.length > 0) yield* Effect.flatMap(batches.complete(id, runner, completed), updateState)
    })

    const performPage = Effect.fnUntraced(function* (items: ReadonlyArray<DueItem>, begunOnly: boolean) {
      const fresh = performMany === null || begunOnly ? [] : items.filter(isFirstAttempt)
      const others = fresh.length === 0 ? items : items.filter((item) => !isFirstAttempt(item))
      if (performMany !== null && fresh.length > 0)
        yield* Effect.forEach(Arr.chunksOf(fresh, BATCH_SIZE), (batch) => many(batch, performMany), {
          concurrency: MAX_CONCURRENT_BATCHES,
          discard: true
        })
      yield* Effect.forEach(others, (item) => one(item, begunOnly), { concurrency: kind.atOnce, discard: true })
    })

    const work = Effect.gen(function* () {
      yield* Effect.flatMap(leases.renew(id, runner, lease), updateState)
      while (true) {
        const begunOnly = nextAfterItem(state) !== "go on"
        const { items, wait } = yield* leases.next(id, direction, begunOnly, PAGE_SIZE)
        if (items.length > 0) {
          yield* performPage(items, begunOnly)
        } else if (!begunOnly && wait !== null) {
          yield* Effect.sleep(Duration.min(Duration.millis(wait + 10), STATE_CHECK_INTERVAL))
          yield* Effect.flatMap(leases.renew(id, runner, lease), updateState)
        } else if (begunOnly === (nextAfterItem(state) !== "go on")) {
          return
        }
      }
    })

    const ended = (counts: ItemCounts, undoable: number): RunState =>
      nextAfterItem(state) === "rest"
        ? "paused"
        : finalRunState(direction, state === "cancel_requested", counts, undoable)

    const release = leases.release(id, runner, ended).pipe(
      audited.rows(
        `${run.kind}.end`,
        (left) =>
          left === null || !isEnded(left.state) || !isAuditedScope(run.scope)
            ? null
            : { type: "work_run", id: String(id), label: run.title },
        {
          by: byCaller(caller, run.scope),
          status: (left) =>
            left !== null && (left.counts.failed > 0 || left.state === "completed_with_errors") ? "failure" : "success",
          message: (left) => `${run.title}: ${left?.state.replaceAll("_", " ") ?? ""}`,
          metadata: (left) => ({ direction, ...left?.counts })
        }
      )
    )

    yield* Effect.raceFirst(work, keepLease).pipe(
      Effect.andThen(release),
      Effect.catchTag("LeaseLost", () =>
        Effect.logInfo("Another runner goes on with long work").pipe(Effect.annotateLogs({ run: id }))
      ),
      // returns the lease immediately on shutdown
      Effect.onError(() =>
        Effect.catchCause(leases.renew(id, runner, Duration.zero), (cause) =>
          Effect.logWarning("Long work could not be given back", cause)
        )
      ),
      Effect.provideService(CurrentOrigin, { requestId: run.requestId, address: run.address, userAgent: "" })
    )
  })
