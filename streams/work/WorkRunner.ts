import { Duration, Effect, FiberMap, Layer, Queue, Schedule, Stream } from "effect"
import { settlingTime } from "#domain/platform/audit/settling.ts"
import { heartbeatOf } from "#domain/platform/work/lease.ts"
import { Audited } from "#services/platform/audit/Audited.ts"
import { LiveEvents } from "#services/platform/live/LiveEvents.ts"
import { Settings } from "#services/platform/Settings.ts"
import { WorkKinds } from "#services/platform/work/WorkKinds.ts"
import { WorkLeases } from "#services/platform/work/WorkLeases.ts"
import { performRun } from "./performRun.ts"

/** Runs that one process does at once; of objects as many beside them, so that copies that take hours keep nothing else waiting. */
const atOnce = 4

/**
 * Does long work in this process: whatever waits for a runner, whichever process it was asked of, and what a runner left that was
 * killed. A run is held by a lease in the database and by one runner at a time.
 */
export const WorkRunner = Layer.effectDiscard(Effect.gen(function*() {
  const kinds = yield* WorkKinds
  const leases = yield* WorkLeases
  const audited = yield* Audited
  const live = yield* LiveEvents
  const { gateway: { changeTimeout, timeout }, lease } = yield* Settings
  const settling = settlingTime(Duration.max(timeout, changeTimeout))
  const nudges = yield* Queue.sliding<void>(1)

  const named = [...kinds.values()]
  const lanes = yield* Effect.forEach([named.filter(({ scope }) => scope !== "browser"), named.filter(({ scope }) => scope === "browser")], (those) =>
    Effect.map(FiberMap.make<number>(), (running) => ({ names: those.map(({ name }) => name), running })))

  const takeInto = Effect.fnUntraced(function*({ names, running }: (typeof lanes)[number]) {
    while (names.length > 0 && (yield* FiberMap.size(running)) < atOnce) {
      // a name of its own for each run that is taken: what an earlier taking left behind writes nothing any more
      const runner = crypto.randomUUID()
      const run = yield* leases.take(names, runner, lease)
      const kind = run === null ? undefined : kinds.get(run.kind)
      if (run === null || kind === undefined) return
      yield* FiberMap.run(running, run.id, performRun({ lease, leases, audited, runner, settling })(run, kind).pipe(
        Effect.catchCause((cause) => Effect.logError("Long work was left to another runner", cause).pipe(Effect.annotateLogs({ run: run.id }))),
        // the next one may have waited for a place
        Effect.ensuring(Queue.offer(nudges, undefined))
      ))
    }
  }, Effect.catchCause((cause) => Effect.logWarning("It could not be looked for long work", cause)))
  const takeAll = Effect.forEach(lanes, takeInto, { discard: true })

  const nudge = Effect.asVoid(Queue.offer(nudges, undefined))
  yield* Effect.forkScoped(Stream.runForEach(live.changes, (event) => event._tag === "WorkChanged" || event._tag === "Resync" ? nudge : Effect.void))
  // for runs whose announcement was lost, or whose runner died
  yield* Effect.forkScoped(Effect.repeat(nudge, Schedule.spaced(heartbeatOf(lease))))
  yield* Effect.forkScoped(Effect.forever(Effect.andThen(Queue.take(nudges), takeAll)))
}))
