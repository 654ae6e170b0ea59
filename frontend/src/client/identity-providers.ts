import type { LdapConfig, OidcConfig } from "#domain/federation/Federation.ts"
import type {
  CreateLdapProvider, CreateOidcProvider, LdapProvider as Ldap, OidcProvider as Oidc, ProviderTestReport, TestLdapProvider, TestOidcProvider,
  UpdateLdapProvider, UpdateOidcProvider
} from "#domain/federation/IdentityProvider.ts"
import { request } from "./request"

/** Answers have every field of a configuration; only what is sent may leave some out. */
export type OidcProvider = Omit<(typeof Oidc)["Encoded"], "config"> & { readonly config: OidcConfig }
export type LdapProvider = Omit<(typeof Ldap)["Encoded"], "config"> & { readonly config: LdapConfig }
export type TestReport = (typeof ProviderTestReport)["Encoded"]
export type OidcInput = (typeof UpdateOidcProvider)["Encoded"]
export type LdapInput = (typeof UpdateLdapProvider)["Encoded"]
export type ProviderType = "oidc" | "ldap"

const OIDC = "/admin/oidc-providers"
const LDAP = "/admin/ldap-providers"

export const listOidcProviders = (signal?: AbortSignal) => request<ReadonlyArray<OidcProvider>>("GET", OIDC, { signal })
export const createOidcProvider = (body: (typeof CreateOidcProvider)["Encoded"]) => request<OidcProvider>("POST", OIDC, { body })
export const updateOidcProvider = (id: string, body: OidcInput) => request<OidcProvider>("PUT", `${OIDC}/${id}`, { body })
export const testOidcProvider = (body: (typeof TestOidcProvider)["Encoded"]) => request<TestReport>("POST", `${OIDC}/test`, { body })

export const listLdapProviders = (signal?: AbortSignal) => request<ReadonlyArray<LdapProvider>>("GET", LDAP, { signal })
export const createLdapProvider = (body: (typeof CreateLdapProvider)["Encoded"]) => request<LdapProvider>("POST", LDAP, { body })
export const updateLdapProvider = (id: string, body: LdapInput) => request<LdapProvider>("PUT", `${LDAP}/${id}`, { body })
export const testLdapProvider = (body: (typeof TestLdapProvider)["Encoded"]) => request<TestReport>("POST", `${LDAP}/test`, { body })

export const deleteProvider = (type: ProviderType, id: string) => request<void>("DELETE", `${type === "oidc" ? OIDC : LDAP}/${id}`)
