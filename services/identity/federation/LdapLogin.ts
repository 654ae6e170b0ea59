import {
  type Forbidden,
  type NotFound,
  type RateLimited,
  Unauthenticated,
  type Unavailable
} from "#domain/platform/errors/Errors.ts"
import { isStorableText } from "#domain/platform/Text.ts"
import { LoginAttempts } from "#services/platform/limits/LoginAttempts.ts"
import { signInFailed } from "#services/platform/limits/signInFailed.ts"
import type { OpenSession, PendingSession } from "#services/identity/sessions/Sessions.ts"
import { Context, Effect, Layer, Redacted } from "effect"
import { Directory } from "./Directory.ts"
import { FederatedSignIn } from "./FederatedSignIn.ts"
import { providerOutcome } from "./providerOutcome.ts"
import { Providers } from "./Providers.ts"

export class LdapLogin extends Context.Service<
  LdapLogin,
  {
    readonly withPassword: (
      providerId: string,
      username: string,
      password: Redacted.Redacted
    ) => Effect.Effect<OpenSession | PendingSession, Unauthenticated | Forbidden | NotFound | RateLimited | Unavailable>
  }
>()("stowage/services/identity/federation/LdapLogin") {
  static readonly layer = Layer.effect(
    LdapLogin,
    Effect.gen(function* () {
      const providers = yield* Providers
      const directory = yield* Directory
      const federated = yield* FederatedSignIn
      const loginTries = yield* LoginAttempts

      const withPassword = Effect.fn("LdapLogin.withPassword")(function* (
        providerId: string,
        username: string,
        password: Redacted.Redacted
      ) {
        const provider = yield* providers.ldap.forSignIn(providerId)
        const account = loginTries.directoryAccount(provider.id, username)
        const { giveBack, locked } = yield* loginTries.begin(`ldap/${provider.id}/${username}`, account)
        // the directory counts failures too and could lock the account everywhere
        if (locked !== null) {
          yield* signInFailed("ldap", "locked")
          return yield* locked
        }
        if (!isStorableText(username) || !isStorableText(Redacted.value(password))) {
          yield* federated.refused({ type: "ldap", id: provider.id })
          return yield* new Unauthenticated({ code: "invalid_credentials", detail: wrong })
        }
        const identity = yield* directory
          .identify({ ...provider.config, bindPassword: yield* provider.secret }, username, password)
          .pipe(providerOutcome(federated, { type: "ldap", id: provider.id }, wrong))
        yield* giveBack
        const opened = yield* federated.accept(provider, identity)
        yield* loginTries.remember(account)
        return opened
      })

      return LdapLogin.of({ withPassword })
    })
  )
}

const wrong = "Name or password is wrong"
