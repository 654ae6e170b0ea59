import { Removed } from "#domain/platform/Removed.ts"
import { Conflict, Forbidden, InvalidInput, NotFound, Unavailable } from "#domain/platform/errors/Errors.ts"
import { ProviderId } from "#domain/identity/federation/Federation.ts"
import {
  CreateLdapProvider,
  CreateOidcProvider,
  LdapProvider,
  OidcProvider,
  ProviderTestReport,
  TestLdapProvider,
  TestOidcProvider,
  UpdateLdapProvider,
  UpdateOidcProvider
} from "#domain/identity/federation/IdentityProvider.ts"
import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup } from "effect/http-api"
import { access, RequiredAccess } from "../Access.ts"
import { confirmQuery, Destructive, destructive } from "../Destructive.ts"

const params = { provider_id: ProviderId }
const creating = [Conflict, InvalidInput, Forbidden] as const
const changing = [NotFound, Conflict, InvalidInput, Forbidden] as const

export class IdentityProvidersGroup extends HttpApiGroup.make("adminIdentityProviders")
  .add(
    HttpApiEndpoint.get("listOidc", "/oidc-providers", { success: Schema.Array(OidcProvider) }).annotate(
      RequiredAccess,
      access.adminSession()
    ),
    HttpApiEndpoint.post("createOidc", "/oidc-providers", {
      payload: CreateOidcProvider,
      success: OidcProvider.annotate({ httpApiStatus: 201 }),
      error: creating
    }).annotate(RequiredAccess, access.adminSession("oidc_provider.create")),
    HttpApiEndpoint.post("testOidc", "/oidc-providers/test", {
      payload: TestOidcProvider,
      success: ProviderTestReport,
      error: Unavailable
    }).annotate(RequiredAccess, access.adminSession()),
    HttpApiEndpoint.put("updateOidc", "/oidc-providers/:provider_id", {
      params,
      payload: UpdateOidcProvider,
      success: OidcProvider,
      error: changing
    }).annotate(RequiredAccess, access.adminSession("oidc_provider.update")),
    HttpApiEndpoint.delete("removeOidc", "/oidc-providers/:provider_id", {
      params,
      query: confirmQuery,
      success: Removed,
      error: [NotFound, Conflict]
    })
      .annotate(Destructive, destructive.named("identity provider", "its label"))
      .annotate(RequiredAccess, access.adminSession("oidc_provider.delete")),
    HttpApiEndpoint.get("listLdap", "/ldap-providers", { success: Schema.Array(LdapProvider) }).annotate(
      RequiredAccess,
      access.adminSession()
    ),
    HttpApiEndpoint.post("createLdap", "/ldap-providers", {
      payload: CreateLdapProvider,
      success: LdapProvider.annotate({ httpApiStatus: 201 }),
      error: creating
    }).annotate(RequiredAccess, access.adminSession("ldap_provider.create")),
    HttpApiEndpoint.post("testLdap", "/ldap-providers/test", {
      payload: TestLdapProvider,
      success: ProviderTestReport,
      error: Unavailable
    }).annotate(RequiredAccess, access.adminSession()),
    HttpApiEndpoint.put("updateLdap", "/ldap-providers/:provider_id", {
      params,
      payload: UpdateLdapProvider,
      success: LdapProvider,
      error: changing
    }).annotate(RequiredAccess, access.adminSession("ldap_provider.update")),
    HttpApiEndpoint.delete("removeLdap", "/ldap-providers/:provider_id", {
      params,
      query: confirmQuery,
      success: Removed,
      error: [NotFound, Conflict]
    })
      .annotate(Destructive, destructive.named("identity provider", "its label"))
      .annotate(RequiredAccess, access.adminSession("ldap_provider.delete"))
  )
  .prefix("/api/admin") {}
