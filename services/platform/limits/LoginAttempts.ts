import { CurrentOrigin } from "#domain/platform/access/RequestOrigin.ts"
import type { RateLimited } from "#domain/platform/errors/Errors.ts"
import { clientNetwork } from "#domain/platform/clientNetwork.ts"
import { KNOWN_ADDRESS_DAYS, rateLimits } from "#domain/platform/RateLimit.ts"
import { Secrets } from "#services/platform/Secrets.ts"
import { Context, DateTime, Effect, Layer } from "effect"
import { KnownAddresses, type SignInAccount } from "./KnownAddresses.ts"
import { RateLimits } from "./RateLimits.ts"

export interface LoginAttempt {
  readonly locked: RateLimited | null
  readonly giveBack: Effect.Effect<void>
}

/** Per network and account; known networks have a budget of their own. Names are digests: some type passwords. */
export class LoginAttempts extends Context.Service<
  LoginAttempts,
  {
    readonly begin: (name: string, known: SignInAccount | null) => Effect.Effect<LoginAttempt, RateLimited>
    /** Counts a second proof that is verified although the account is locked. */
    readonly beginLocked: (name: string) => Effect.Effect<void, RateLimited>
    readonly remember: (known: SignInAccount) => Effect.Effect<void>
    readonly directoryAccount: (providerId: string, username: string) => SignInAccount
  }
>()("stowage/services/platform/limits/LoginAttempts") {
  static readonly layer = Layer.effect(
    LoginAttempts,
    Effect.gen(function* () {
      const limits = yield* RateLimits
      const addresses = yield* KnownAddresses
      const secrets = yield* Secrets

      const network = Effect.map(CurrentOrigin, ({ address }) => clientNetwork(address))
      const digestOf = (name: string) => secrets.digest(name.trim().toLowerCase())

      const isKnown = Effect.fnUntraced(function* (knownAs: SignInAccount | null, from: string) {
        if (knownAs === null || from === "") return false
        return yield* addresses.isKnown(
          knownAs,
          from,
          DateTime.subtract(yield* DateTime.now, { days: KNOWN_ADDRESS_DAYS })
        )
      })

      const begin = Effect.fn("LoginAttempts.begin")(function* (name: string, knownAs: SignInAccount | null) {
        const from = yield* network
        const perAddress = { key: `login/address/${from}`, ...rateLimits.loginPerAddress }
        yield* limits.take(perAddress)
        const perAccount = (yield* isKnown(knownAs, from))
          ? { key: `login/known/${digestOf(name)}/${from}`, ...rateLimits.loginPerAccount }
          : { key: `login/account/${digestOf(name)}`, ...rateLimits.loginPerAccount }
        const locked = yield* limits.take(perAccount).pipe(Effect.as(null), Effect.catch(Effect.succeed))
        return { locked, giveBack: Effect.forEach([perAddress, perAccount], limits.giveBack, { discard: true }) }
      })

      const beginLocked = Effect.fn("LoginAttempts.beginLocked")((name: string) =>
        limits.take({ key: `login/locked/${digestOf(name)}`, ...rateLimits.loginWhileLocked })
      )

      const remember = Effect.fn("LoginAttempts.remember")(function* (knownAs: SignInAccount) {
        const from = yield* network
        if (from !== "") yield* addresses.remember(knownAs, from, yield* DateTime.now)
      })

      return LoginAttempts.of({
        begin,
        beginLocked,
        remember,
        directoryAccount: (providerId, username) => `ldap/${providerId}/${digestOf(username)}`
      })
    })
  )
}
