import { Api } from "#api/Api.ts"
import { CurrentCaller } from "#domain/platform/access/Caller.ts"
import type { LdapConfig, OidcConfig } from "#domain/identity/federation/Federation.ts"
import type { LdapProvider, OidcProvider } from "#domain/identity/federation/IdentityProvider.ts"
import { redirectUri } from "#services/identity/federation/OidcLogin.ts"
import { type ListedProvider, Providers } from "#services/identity/federation/Providers.ts"
import { ProviderTrials } from "#services/identity/federation/ProviderTrials.ts"
import { Settings } from "#services/platform/Settings.ts"
import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"

const providerView = <Config>({
  config,
  enabled,
  hasSecret,
  id,
  identityCount,
  label,
  source,
  updatedAt
}: ListedProvider<Config>) => ({
  id,
  label,
  enabled,
  config,
  source,
  has_secret: hasSecret,
  identity_count: identityCount,
  updated_at: updatedAt
})

const ldapView = (provider: ListedProvider<LdapConfig>): LdapProvider => providerView(provider)

export const IdentityProvidersHandlers = HttpApiBuilder.group(
  Api,
  "adminIdentityProviders",
  Effect.fn(function* (handlers) {
    const { ldap, oidc } = yield* Providers
    const trials = yield* ProviderTrials
    const { publicOrigin } = yield* Settings
    const oidcView = (provider: ListedProvider<OidcConfig>): OidcProvider => ({
      ...providerView(provider),
      redirect_uri: redirectUri(publicOrigin, provider.id)
    })

    return handlers.handleAll({
      listOidc: () => Effect.map(oidc.list, (all) => all.map(oidcView)),
      createOidc: Effect.fnUntraced(function* ({ payload: { client_secret, id, ...input } }) {
        return oidcView(yield* oidc.create(yield* CurrentCaller, id, { ...input, secret: client_secret }))
      }),
      updateOidc: Effect.fnUntraced(function* ({ params, payload: { client_secret, ...input } }) {
        return oidcView(
          yield* oidc.update(yield* CurrentCaller, params.provider_id, { ...input, secret: client_secret })
        )
      }),
      removeOidc: ({ params }) => Effect.flatMap(CurrentCaller, (caller) => oidc.remove(caller, params.provider_id)),
      testOidc: ({ payload: { client_secret, config, id } }) => trials.oidc({ id, config, secret: client_secret }),
      listLdap: () => Effect.map(ldap.list, (all) => all.map(ldapView)),
      createLdap: Effect.fnUntraced(function* ({ payload: { bind_password, id, ...input } }) {
        return ldapView(yield* ldap.create(yield* CurrentCaller, id, { ...input, secret: bind_password }))
      }),
      updateLdap: Effect.fnUntraced(function* ({ params, payload: { bind_password, ...input } }) {
        return ldapView(
          yield* ldap.update(yield* CurrentCaller, params.provider_id, { ...input, secret: bind_password })
        )
      }),
      removeLdap: ({ params }) => Effect.flatMap(CurrentCaller, (caller) => ldap.remove(caller, params.provider_id)),
      testLdap: ({ payload: { bind_password, config, id } }) => trials.ldap({ id, config, secret: bind_password })
    })
  })
)
