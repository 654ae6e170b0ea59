import { call } from "~/client/call"
import type { Answer, Row } from "~/client/contract"

export type OidcProvider = Row<"GET /api/admin/oidc-providers">
export type LdapProvider = Row<"GET /api/admin/ldap-providers">
export type TestReport = Answer<"POST /api/admin/oidc-providers/test">
export type ProviderType = "oidc" | "ldap"

export interface ProviderRow {
  /** `oidc/entra`: ids are unique per type only. */
  readonly key: string
  readonly type: ProviderType
  readonly id: string
  readonly label: string
  readonly address: string
  readonly policy: OidcProvider["config"]["linking_policy"]
  readonly enabled: boolean
  readonly source: OidcProvider["source"]
  readonly identity_count: number
  readonly oidc: OidcProvider | null
  readonly ldap: LdapProvider | null
}

export const PROVIDER_TYPES = { oidc: "OpenID", ldap: "LDAP" } as const

const common = (provider: OidcProvider | LdapProvider) => ({
  id: provider.id,
  label: provider.label,
  policy: provider.config.linking_policy,
  enabled: provider.enabled,
  source: provider.source,
  identity_count: provider.identity_count
})

export const oidcRow = (oidc: OidcProvider): ProviderRow => ({
  ...common(oidc),
  key: `oidc/${oidc.id}`,
  type: "oidc",
  address: oidc.config.issuer,
  oidc,
  ldap: null
})

export const ldapRow = (ldap: LdapProvider): ProviderRow => ({
  ...common(ldap),
  key: `ldap/${ldap.id}`,
  type: "ldap",
  address: ldap.config.url,
  oidc: null,
  ldap
})

export const listProviders = async (signal?: AbortSignal): Promise<ReadonlyArray<ProviderRow>> => {
  const [oidc, ldap] = await Promise.all([
    call("GET /api/admin/oidc-providers", { signal }),
    call("GET /api/admin/ldap-providers", { signal })
  ])
  return [...oidc.map(oidcRow), ...ldap.map(ldapRow)]
}

export const testSaved = ({ id, ldap, oidc }: ProviderRow): Promise<TestReport> => {
  if (oidc) return call("POST /api/admin/oidc-providers/test", { body: { id, config: oidc.config } })
  if (ldap) return call("POST /api/admin/ldap-providers/test", { body: { id, config: ldap.config } })
  return Promise.reject(new Error("There is nothing to test."))
}

export const deleteProvider = (
  { id, type }: Pick<ProviderRow, "id" | "type">,
  label: string
): Promise<Answer<"DELETE /api/admin/oidc-providers/:provider_id">> =>
  type === "oidc"
    ? call("DELETE /api/admin/oidc-providers/:provider_id", {
        params: { provider_id: id },
        query: { confirm_name: label }
      })
    : call("DELETE /api/admin/ldap-providers/:provider_id", {
        params: { provider_id: id },
        query: { confirm_name: label }
      })
