import type { Unavailable } from "#domain/platform/errors/Errors.ts"
import type { LdapConfig, OidcConfig, ProviderCheck } from "#domain/identity/federation/Federation.ts"
import type { ProviderTestReport } from "#domain/identity/federation/IdentityProvider.ts"
import { Settings } from "#services/platform/Settings.ts"
import { Context, Effect, Layer } from "effect"
import { Directory } from "./Directory.ts"
import { OidcClient } from "./OidcClient.ts"
import { redirectUri } from "./OidcLogin.ts"
import { type ProviderTrial, Providers } from "./Providers.ts"

const reportOf = (checks: ReadonlyArray<ProviderCheck>): ProviderTestReport => ({
  ok: checks.every(({ outcome }) => outcome !== "failed"),
  checks
})

export class ProviderTrials extends Context.Service<
  ProviderTrials,
  {
    readonly oidc: (trial: ProviderTrial<OidcConfig>) => Effect.Effect<ProviderTestReport, Unavailable>
    readonly ldap: (trial: ProviderTrial<LdapConfig>) => Effect.Effect<ProviderTestReport, Unavailable>
  }
>()("stowage/services/identity/federation/ProviderTrials") {
  static readonly layer = Layer.effect(
    ProviderTrials,
    Effect.gen(function* () {
      const providers = yield* Providers
      const client = yield* OidcClient
      const directory = yield* Directory
      const { publicOrigin } = yield* Settings

      const oidc = Effect.fn("ProviderTrials.oidc")(function* (trial: ProviderTrial<OidcConfig>) {
        const clientSecret = yield* providers.oidc.secretFor(trial)
        return reportOf(
          yield* client.check({
            ...trial.config,
            clientSecret,
            redirectUri: redirectUri(publicOrigin, trial.id ?? "new")
          })
        )
      })

      const ldap = Effect.fn("ProviderTrials.ldap")(function* (trial: ProviderTrial<LdapConfig>) {
        return reportOf(
          yield* directory.check({ ...trial.config, bindPassword: yield* providers.ldap.secretFor(trial) })
        )
      })

      return ProviderTrials.of({ oidc, ldap })
    })
  )
}
