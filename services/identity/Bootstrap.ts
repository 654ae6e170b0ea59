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
import { foundSuperadmin, setupClosed } from "./foundSuperadmin.ts"
import { NewPasswords } from "#services/platform/NewPasswords.ts"
import { RateLimits } from "#services/platform/limits/RateLimits.ts"
import { Secrets } from "#services/platform/Secrets.ts"
import { type PendingSession, Sessions } from "#services/identity/sessions/Sessions.ts"
import { SetupRecords, type TokenUseOutcome } from "./SetupRecords.ts"
import { Users } from "#services/identity/users/Users.ts"

/** Replicas that start within this time print one setup link together. */
const startTogether = Duration.minutes(2)

/** The first administrator: a one-time token opens setup, and setup closes for ever with the first user. */
export class Bootstrap extends Context.Service<Bootstrap, {
  /** Nobody exists yet. */
  readonly isOpen: Effect.Effect<boolean>
  /** A token of 256 bits for 15 minutes; an older one ends. `setup_closed` when somebody exists. */
  readonly issueToken: Effect.Effect<Redacted.Redacted, Forbidden>
  /** The same at the start of a replica; null where another one issued a token within the last two minutes, which stays valid. */
  readonly issueTokenOnce: Effect.Effect<Redacted.Redacted | null, Forbidden>
  /** Consumes the token and creates the sole superadmin as one; the sign-in goes on with enrolling a passkey. */
  readonly createFirstAdministrator: (
    token: Redacted.Redacted,
    input: FirstAdministrator
  ) => Effect.Effect<PendingSession, InvalidInput | Forbidden | Unauthenticated | RateLimited>
}>()("stowage/services/identity/Bootstrap") {
  static readonly layer = Layer.effect(Bootstrap, Effect.gen(function*() {
    const setup = yield* SetupRecords
    const passwords = yield* NewPasswords
    const sessions = yield* Sessions
    const limits = yield* RateLimits
    const secrets = yield* Secrets
    const audited = yield* Audited
    const transaction = yield* Transaction
    const found = foundSuperadmin({ users: yield* Users, associations: yield* Associations, audited })

    const issue = Effect.fnUntraced(function*<E>(replace: (digest: string, expiresAt: DateTime.Utc) => Effect.Effect<boolean, E>) {
      const token = yield* secrets.make
      const expiresAt = DateTime.addDuration(yield* DateTime.now, lifetimes.bootstrapToken)
      yield* Effect.flatMap(replace(secrets.digest(Redacted.value(token)), expiresAt), (replaced) => replaced ? Effect.void : Effect.fail(setupClosed)).pipe(
        audited.rows("setup.token_issue", { type: "setup", id: null, label: null }, { by: byOperator("auth"), message: "A bootstrap token was issued" })
      )
      return token
    })

    const issueToken = Effect.withSpan(issue(setup.replaceToken), "Bootstrap.issueToken")

    const issueTokenOnce = issue((digest, expiresAt) => setup.replaceOlderToken(digest, expiresAt, DateTime.subtractDuration(expiresAt, startTogether))).pipe(
      Effect.catch((closed) => Effect.flatMap(setup.isOpen, (isOpen) => isOpen ? Effect.succeed(null) : Effect.fail(closed))),
      Effect.withSpan("Bootstrap.issueTokenOnce")
    )

    const createFirstAdministrator = Effect.fn("Bootstrap.createFirstAdministrator")(
      function*(token: Redacted.Redacted, input: FirstAdministrator) {
        const { address } = yield* CurrentOrigin
        const limit = { key: `bootstrap/${clientNetwork(address)}`, ...rateLimits.bootstrap }
        yield* limits.take(limit)
        const passwordHash = yield* passwords.hash("password", input.password, input.email).pipe(
          // a password to think about again is no guess at the token
          Effect.tapError(() => limits.giveBack(limit))
        )
        const pending = yield* transaction.run(Effect.gen(function*() {
          const outcome = yield* setup.consumeToken(secrets.digest(Redacted.value(token)), yield* DateTime.now)
          if (outcome !== "consumed") return yield* refusals[outcome]
          const created = yield* found(input, passwordHash)
          return yield* sessions.openPending(created, "webauthn_enrollment")
        }))
        yield* limits.giveBack(limit)
        return pending
      }
    )

    return Bootstrap.of({ isOpen: setup.isOpen, issueToken, issueTokenOnce, createFirstAdministrator })
  }))
}

const refusals: Record<Exclude<TokenUseOutcome, "consumed">, Forbidden | Unauthenticated> = {
  closed: setupClosed,
  wrong: new Unauthenticated({ code: "invalid_credentials", detail: "This bootstrap token is not valid" }),
  expired: new Unauthenticated({ code: "token_expired", detail: "This bootstrap token has expired: issue a new one" })
}
