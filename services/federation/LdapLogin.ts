import type { Forbidden, NotFound, RateLimited, Unauthenticated, Unavailable } from "#domain/errors/Errors.ts"
import { takeLoginTry } from "#services/limits/loginLimits.ts"
import { RateLimits } from "#services/limits/RateLimits.ts"
import { Secrets } from "#services/secrets/Secrets.ts"
import type { OpenSession, PendingSession } from "#services/sessions/Sessions.ts"
import { Context, Effect, Layer, type Redacted } from "effect"
import { Directory } from "./Directory.ts"
import { FederatedSignIn } from "./FederatedSignIn.ts"
import { providerOutcome } from "./providerOutcome.ts"
import { Providers } from "./Providers.ts"

/** Signing in with a name and password of an LDAP directory. */
export class LdapLogin extends Context.Service<LdapLogin, {
  readonly withPassword: (providerId: string, username: string, password: Redacted.Redacted) => Effect.Effect<
    OpenSession | PendingSession,
    Unauthenticated | Forbidden | NotFound | RateLimited | Unavailable
  >
}>()("stowage/services/federation/LdapLogin") {
  static readonly layer = Layer.effect(LdapLogin, Effect.gen(function*() {
    const providers = yield* Providers
    const directory = yield* Directory
    const federated = yield* FederatedSignIn
    const limits = yield* RateLimits
    const secrets = yield* Secrets

    const withPassword = Effect.fn("LdapLogin.withPassword")(function*(providerId: string, username: string, password: Redacted.Redacted) {
      const provider = yield* providers.ldap.forSignIn(providerId)
      const giveBack = yield* takeLoginTry(limits, secrets, `ldap/${providerId}/${username}`)
      const identity = yield* directory.identify({ ...provider.config, bindPassword: yield* provider.secret }, username, password).pipe(
        providerOutcome(federated, { type: "ldap", id: provider.id }, "Name or password is wrong")
      )
      yield* giveBack
      return yield* federated.accept(provider, identity)
    })

    return LdapLogin.of({ withPassword })
  }))
}
