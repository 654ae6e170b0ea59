import { RateLimited, Unauthenticated } from "#domain/platform/errors/Errors.ts"
import { rateLimits } from "#domain/platform/RateLimit.ts"
import { lifetimes } from "#domain/identity/sessions/SessionLifetime.ts"
import { validityOf } from "#domain/identity/sessions/SessionValidity.ts"
import { Audited } from "#services/platform/audit/Audited.ts"
import { byOneself, uiUser } from "#services/platform/audit/auditBy.ts"
import { Context, DateTime, Effect, Layer, Option, Redacted } from "effect"
import { limitHit } from "#services/platform/limits/limitHit.ts"
import { Secrets } from "#services/platform/Secrets.ts"
import { RefreshRecords } from "./RefreshRecords.ts"
import { type SessionRecord, SessionRecords } from "./SessionRecords.ts"
import { type OpenSession, sessionRefusal } from "./Sessions.ts"
import { Tokens } from "#services/platform/Tokens.ts"

export class Refreshes extends Context.Service<
  Refreshes,
  {
    readonly refreshable: (value: Redacted.Redacted) => Effect.Effect<Option.Option<{ readonly sessionId: string }>>
    readonly refresh: (value: Redacted.Redacted | null) => Effect.Effect<OpenSession, Unauthenticated | RateLimited>
  }
>()("stowage/services/identity/sessions/Refreshes") {
  static readonly layer = Layer.effect(
    Refreshes,
    Effect.gen(function* () {
      const records = yield* SessionRecords
      const values = yield* RefreshRecords
      const tokens = yield* Tokens
      const secrets = yield* Secrets
      const audited = yield* Audited

      const refreshable = Effect.fn("Refreshes.refreshable")(function* (value: Redacted.Redacted) {
        const refreshRecord = yield* values.find(secrets.digest(Redacted.value(value)))
        const now = yield* DateTime.now
        return refreshRecord.pipe(
          Option.filter(({ session, used }) => !used && validityOf(session, now) === "stands"),
          Option.map(({ session }) => ({ sessionId: session.id }))
        )
      })

      /** Reuse means that the value was stolen, by either presenter: the session ends. */
      const endReplayed = Effect.fnUntraced(function* ({ id, user }: SessionRecord) {
        yield* records.revoke(id, "refresh_replayed", yield* DateTime.now).pipe(
          audited.rows("session.refresh_replayed", (ended) => (ended ? uiUser(user) : null), {
            by: byOneself(user),
            status: "denied",
            message: "A refresh value was presented twice: the session was ended",
            metadata: { session_id: id }
          })
        )
      })

      const refresh = Effect.fn("Refreshes.refresh")(function* (value: Redacted.Redacted | null) {
        if (value === null) return yield* new Unauthenticated({ code: "unauthenticated", detail: "Sign in first" })
        const now = yield* DateTime.now
        const fresh = yield* secrets.make
        const outcome = yield* values.rotate({
          digest: secrets.digest(Redacted.value(value)),
          next: secrets.digest(Redacted.value(fresh)),
          now,
          idleExpiresAt: DateTime.addDuration(now, lifetimes.idle),
          limit: { key: "refresh", ...rateLimits.refresh }
        })
        switch (outcome._tag) {
          case "Unknown":
            return yield* sessionRefusal("unknown")
          case "Limited":
            yield* limitHit("refresh")
            return yield* new RateLimited({ retry_after_seconds: outcome.retryAfterSeconds })
          case "Over":
            return yield* sessionRefusal(outcome.validity)
          case "Replayed":
            yield* endReplayed(outcome.session)
            return yield* sessionRefusal("revoked")
          case "Rotated": {
            const { endsAt, sessionId } = outcome
            const access = yield* tokens.sign(
              "access",
              sessionId,
              DateTime.min(DateTime.addDuration(now, lifetimes.access), endsAt)
            )
            const opened: OpenSession = {
              _tag: "Open",
              sessionId,
              access,
              refresh: fresh,
              endsAt,
              csrf: tokens.csrf(sessionId)
            }
            return opened
          }
        }
      })

      return Refreshes.of({ refreshable, refresh })
    })
  )
}
