import { KNOWN_ADDRESS_DAYS } from "#domain/platform/RateLimit.ts"
import type { AccessSweepReport } from "#domain/identity/sessions/AccessSweepReport.ts"
import { LinkRequestRecords } from "#services/identity/federation/LinkRequestRecords.ts"
import { OidcStates } from "#services/identity/federation/OidcStates.ts"
import { JobLease } from "#services/platform/JobLease.ts"
import { KnownAddresses } from "#services/platform/limits/KnownAddresses.ts"
import { RateLimits } from "#services/platform/limits/RateLimits.ts"
import { ChallengeRecords } from "#services/identity/passkeys/ChallengeRecords.ts"
import { S3SessionRecords } from "#services/identity/sessions/S3SessionRecords.ts"
import { S3Sessions } from "#services/identity/sessions/S3Sessions.ts"
import { SessionRecords } from "#services/identity/sessions/SessionRecords.ts"
import { Context, DateTime, Duration, Effect, Layer, Option } from "effect"

const LEASE_DURATION = Duration.minutes(5)
/** Ended sessions stay, to distinguish replayed refresh values from unknown ones. */
const SESSION_RETENTION = Duration.days(7)

export class AccessSweep extends Context.Service<
  AccessSweep,
  {
    readonly run: Effect.Effect<AccessSweepReport>
  }
>()("stowage/services/identity/AccessSweep") {
  static readonly layer = Layer.effect(
    AccessSweep,
    Effect.gen(function* () {
      const s3Sessions = yield* S3Sessions
      const s3Records = yield* S3SessionRecords
      const sessions = yield* SessionRecords
      const challenges = yield* ChallengeRecords
      const states = yield* OidcStates
      const limits = yield* RateLimits
      const addresses = yield* KnownAddresses
      const requests = yield* LinkRequestRecords
      const lease = yield* JobLease

      const sweep = Effect.gen(function* () {
        const now = yield* DateTime.now
        const erased = yield* s3Sessions.sweep
        const cleared = yield* Effect.all([
          challenges.clear(now),
          states.clear(now),
          limits.clear(now),
          s3Records.clearListings(now),
          addresses.clear(DateTime.subtract(now, { days: KNOWN_ADDRESS_DAYS })),
          requests.expire(now),
          sessions.clear(DateTime.subtractDuration(now, SESSION_RETENTION))
        ])
        const report: AccessSweepReport = {
          status: "completed",
          erased_count: erased,
          cleared_count: cleared.reduce((total, count) => total + count, 0)
        }
        return report
      })

      const run = lease
        .run("access-sweep", LEASE_DURATION, sweep)
        .pipe(
          Effect.map(
            Option.getOrElse((): AccessSweepReport => ({ status: "skipped", erased_count: 0, cleared_count: 0 }))
          ),
          Effect.withSpan("AccessSweep.run")
        )
      return AccessSweep.of({ run })
    })
  )
}
