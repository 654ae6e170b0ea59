import type { AccessSweepReport } from "#domain/sessions/AccessSweepReport.ts"
import { JobLease } from "#services/jobs/JobLease.ts"
import { Context, DateTime, Duration, Effect, Layer, Option } from "effect"
import { AccessRemains } from "./AccessRemains.ts"
import { S3Sessions } from "./S3Sessions.ts"

const longest = Duration.minutes(5)
/** Ended sessions stay for a while: a replayed refresh value is told from an unknown one. */
const keepSessions = Duration.days(7)

/** Erases the keys of direct S3 sessions that nobody came back to, and clears away what ended. */
export class AccessSweep extends Context.Service<AccessSweep, {
  readonly run: Effect.Effect<AccessSweepReport>
}>()("stowage/services/sessions/AccessSweep") {
  static readonly layer = Layer.effect(AccessSweep, Effect.gen(function*() {
    const s3Sessions = yield* S3Sessions
    const remains = yield* AccessRemains
    const lease = yield* JobLease

    const sweep = Effect.gen(function*() {
      const now = yield* DateTime.now
      const erased = yield* s3Sessions.sweep
      const cleared = yield* remains.clear(now, DateTime.subtractDuration(now, keepSessions))
      return { status: "completed", erased_count: erased, cleared_count: cleared } satisfies AccessSweepReport
    })

    const run = lease.run("access-sweep", longest, sweep).pipe(
      Effect.map(Option.getOrElse((): AccessSweepReport => ({ status: "skipped", erased_count: 0, cleared_count: 0 }))),
      Effect.withSpan("AccessSweep.run")
    )
    return AccessSweep.of({ run })
  }))
}
