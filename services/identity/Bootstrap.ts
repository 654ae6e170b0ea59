import type { FirstAdministrator } from "#domain/identity/signin/Authentication.ts"
import { type Forbidden, type InvalidInput, type RateLimited, Unauthenticated } from "#domain/platform/errors/Errors.ts"
import { clientNetwork } from "#domain/platform/clientNetwork.ts"
import { rateLimits } from "#domain/platform/RateLimit.ts"
import { CurrentOrigin } from "#domain/platform/access/RequestOrigin.ts"
import { lifetimes } from "#domain/identity/sessions/SessionLifetime.ts"
import { Audited } from "#services/platform/audit/Audited.ts"
import { byOperator } from "#services/platform/audit/auditBy.ts"
import { Transaction } from "#services/platform/audit/Transaction.ts"
import { Associations } from "#services/identity/Associations.ts"
import { Context, DateTime, Duration, Effect, Layer, Redacted } from "effect"
import { createSuperadmin, setupClosed } from "./createSuperadmin.ts"
import { NewPasswords } from "#services/platform/NewPasswords.ts"
import { RateLimits } from "#services/platform/limits/RateLimits.ts"
import { Secrets } from "#services/platform/Secrets.ts"
import { type PendingSession, Sessions } from "#services/identity/sessions/Sessions.ts"
import { SetupRecords, type TokenUseOutcome } from "./SetupRecords.ts"
import { Users } from "#services/identity/users/Users.ts"

/** Replicas that start within this time print one common setup link. */
const SHARED_LINK_PERIOD = Duration.minutes(2)

export class Bootstrap extends Context.Service<
  Bootstrap,
  {
    readonly isOpen: Effect.Effect<boolean>
    /** Issues a 256-bit token for 15 minutes and ends older ones. `setup_closed` when a user exists. */
    readonly issueToken: Effect.Effect<Redacted.Redacted, Forbidden>
    readonly issueTokenOnce: Effect.Effect<Redacted.Redacted | null, Forbidden>
    /** Consumes the token and creates the sole superadmin atomically; sign-in continues with passkey enrolment. */
    readonly createFirstAdministrator: (
      token: Redacted.Redacted,
      input: FirstAdministrator
    ) => Effect.Effect<PendingSession, InvalidInput | Forbidden | Unauthenticated | RateLimited>
  }
>()("stowage/services/identity/Bootstrap") {
  static readonly layer = Layer.effect(
    Bootstrap,
    Effect.gen(function* () {
      const setup = yield* SetupRecords
      const passwords = yield* NewPasswords
      const sessions = yield* Sessions
      const limits = yield* RateLimits
      const secrets = yield* Secrets
      const audited = yield* Audited
      const transaction = yield* Transaction
      const foundAdministrator = createSuperadmin({ users: yield* Users, associations: yield* Associations, audited })

      const issue = Effect.fnUntraced(function* <E>(
        replace: (digest: string, expiresAt: DateTime.Utc) => Effect.Effect<boolean, E>
      ) {
        const token = yield* secrets.make
        const expiresAt = DateTime.addDuration(yield* DateTime.now, lifetimes.bootstrapToken)
        yield* Effect.flatMap(replace(secrets.digest(Redacted.value(token)), expiresAt), (replaced) =>
          replaced ? Effect.void : Effect.fail(setupClosed)
        ).pipe(
          audited.rows(
            "setup.token_issue",
            { type: "setup", id: null, label: null },
            { by: byOperator("auth"), message: "A bootstrap token was issued" }
          )
        )
        return token
      })

      const issueToken = Effect.withSpan(issue(setup.replaceToken), "Bootstrap.issueToken")

      const issueTokenOnce = issue((digest, expiresAt) =>
        setup.replaceOlderToken(digest, expiresAt, DateTime.subtractDuration(expiresAt, SHARED_LINK_PERIOD))
      ).pipe(
        Effect.catch((closed) =>
          Effect.flatMap(setup.isOpen, (isOpen) => (isOpen ? Effect.succeed(null) : Effect.fail(closed)))
        ),
        Effect.withSpan("Bootstrap.issueTokenOnce")
      )

      const createFirstAdministrator = Effect.fn("Bootstrap.createFirstAdministrator")(function* (
        token: Redacted.Redacted,
        input: FirstAdministrator
      ) {
        const { address } = yield* CurrentOrigin
        const limit = { key: `bootstrap/${clientNetwork(address)}`, ...rateLimits.bootstrap }
        yield* limits.take(limit)
        const passwordHash = yield* passwords.hash("password", input.password, input.email).pipe(
          // a rejected password is not a guess at the token
          Effect.tapError(() => limits.giveBack(limit))
        )
        const pending = yield* transaction.run(
          Effect.gen(function* () {
            const outcome = yield* setup.consumeToken(secrets.digest(Redacted.value(token)), yield* DateTime.now)
            if (outcome !== "consumed") return yield* refusals[outcome]
            const created = yield* foundAdministrator(input, passwordHash)
            return yield* sessions.openPending(created, "webauthn_enrollment")
          })
        )
        yield* limits.giveBack(limit)
        return pending
      })

      return Bootstrap.of({ isOpen: setup.isOpen, issueToken, issueTokenOnce, createFirstAdministrator })
    })
  )
}

const refusals: Record<Exclude<TokenUseOutcome, "consumed">, Forbidden | Unauthenticated> = {
  closed: setupClosed,
  wrong: new Unauthenticated({ code: "invalid_credentials", detail: "This bootstrap token is not valid" }),
  expired: new Unauthenticated({ code: "token_expired", detail: "This bootstrap token has expired: issue a new one" })
}
