import { Duration, Effect, FiberMap, Layer, Queue, Schedule, Stream } from "effect"
import { settlingTime } from "#domain/platform/audit/settling.ts"
import { heartbeatInterval } from "#domain/platform/work/lease.ts"
import { Audited } from "#services/platform/audit/Audited.ts"
import { LiveEvents } from "#services/platform/live/LiveEvents.ts"
import { Settings } from "#services/platform/Settings.ts"
import { WorkKinds } from "#services/platform/work/WorkKinds.ts"
import { WorkBatchLeases, WorkLeases } from "#services/platform/work/WorkLeases.ts"
import { performRun } from "./performRun.ts"

/** Limit per process; runs on objects have their own, so that long copies delay nothing else. */
const MAX_CONCURRENT_RUNS = 4

export const WorkRunner = Layer.effectDiscard(
  Effect.gen(function* () {
    const kinds = yield* WorkKinds
    const leases = yield* WorkLeases
    const batches = yield* WorkBatchLeases
    const audited = yield* Audited
    const live = yield* LiveEvents
    const {
      gateway: { changeTimeout, timeout },
      lease
    } = yield* Settings
    const settling = settlingTime(Duration.max(timeout, changeTimeout))
    const nudges = yield* Queue.sliding<void>(1)

    const allKinds = [...kinds.values()]
    const lanes = yield* Effect.forEach(
      [allKinds.filter(({ scope }) => scope !== "browser"), allKinds.filter(({ scope }) => scope === "browser")],
      (those) => Effect.map(FiberMap.make<number>(), (running) => ({ names: those.map(({ name }) => name), running }))
    )

    const takeInto = Effect.fnUntraced(
      function* ({ names, running }: (typeof lanes)[number]) {
        while (names.length > 0 && (yield* FiberMap.size(running)) < MAX_CONCURRENT_RUNS) {
          // a unique name per run: writes of an earlier acquisition are rejected
          const runner = crypto.randomUUID()
          const run = yield* leases.take(names, runner, lease)
          const kind = run === null ? undefined : kinds.get(run.kind)
          if (run === null || kind === undefined) return
          yield* FiberMap.run(
            running,
            run.id,
            performRun({ lease, leases, batches, audited, runner, settling })(run, kind).pipe(
              Effect.catchCause((cause) =>
                Effect.logError("Long work was left to another runner", cause).pipe(
                  Effect.annotateLogs({ run: run.id })
                )
              ),
              Effect.ensuring(Queue.offer(nudges, undefined))
            )
          )
        }
      },
      Effect.catchCause((cause) => Effect.logWarning("It could not be looked for long work", cause))
    )
    const takeAll = Effect.forEach(lanes, takeInto, { discard: true })

    const nudge = Effect.asVoid(Queue.offer(nudges, undefined))
    yield* Effect.forkScoped(
      Stream.runForEach(live.changes, (event) =>
        event._tag === "WorkChanged" || event._tag === "Resync" ? nudge : Effect.void
      )
    )
    // for lost events and dead runners
    yield* Effect.forkScoped(Effect.repeat(nudge, Schedule.spaced(heartbeatInterval(lease))))
    yield* Effect.forkScoped(Effect.forever(Effect.andThen(Queue.take(nudges), takeAll)))
  })
)
