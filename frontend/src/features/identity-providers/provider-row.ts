import { type LdapProvider, listLdapProviders, listOidcProviders, type OidcProvider, type ProviderType } from "~/client/identity-providers"

/** A provider of either type as the table lists it. */
export interface ProviderRow {
  /** `oidc/entra`: ids are unique within a type only. */
  readonly key: string
  readonly type: ProviderType
  readonly id: string
  readonly label: string
  /** The issuer, or the address of the directory. */
  readonly address: string
  readonly policy: OidcProvider["config"]["linking_policy"]
  readonly enabled: boolean
  readonly source: OidcProvider["source"]
  readonly identity_count: number
  readonly oidc: OidcProvider | null
  readonly ldap: LdapProvider | null
}

export const TYPES = { oidc: "OpenID", ldap: "LDAP" } as const

const common = (provider: OidcProvider | LdapProvider) => ({
  id: provider.id,
  label: provider.label,
  policy: provider.config.linking_policy,
  enabled: provider.enabled,
  source: provider.source,
  identity_count: provider.identity_count
})

export const oidcRow = (oidc: OidcProvider): ProviderRow =>
  ({ ...common(oidc), key: `oidc/${oidc.id}`, type: "oidc", address: oidc.config.issuer, oidc, ldap: null })

export const ldapRow = (ldap: LdapProvider): ProviderRow =>
  ({ ...common(ldap), key: `ldap/${ldap.id}`, type: "ldap", address: ldap.config.url, oidc: null, ldap })

/** The providers of both types. */
export const listProviders = async (signal: AbortSignal): Promise<ReadonlyArray<ProviderRow>> => {
  const [oidc, ldap] = await Promise.all([listOidcProviders(signal), listLdapProviders(signal)])
  return [...oidc.map(oidcRow), ...ldap.map(ldapRow)]
}
