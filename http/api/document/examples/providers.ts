const moment = "2026-05-04T09:30:00.000Z"
const linking = { linking_policy: "trusted_email", trusted_domains: ["example.org"], ca_certificate: null }
const oidc = {
  issuer: "https://idp.example.org/realms/staff",
  client_id: "stowage",
  scopes: ["openid", "email", "profile"],
  allowed_algorithms: ["RS256"],
  use_userinfo: false,
  ...linking
}
const ldap = {
  url: "ldaps://directory.example.org",
  start_tls: false,
  bind_mode: "search",
  bind_dn: "cn=reader,dc=example,dc=org",
  base_dn: "ou=people,dc=example,dc=org",
  user_filter: "(uid={username})",
  user_dn_template: null,
  subject_attribute: "entryUUID",
  email_attribute: "mail",
  name_attribute: "cn",
  timeout_seconds: 5,
  ...linking
}
const shown = { enabled: true, source: "database", has_secret: true, identity_count: 12, updated_at: moment }
const oidcFields = { label: "Keycloak", enabled: true, config: oidc, client_secret: "example-client-secret" }
const ldapFields = { label: "Directory", enabled: true, config: ldap, bind_password: "example-bind-password" }

export const providers = {
  OidcConfig: oidc,
  LdapConfig: ldap,
  OidcProvider: {
    id: "keycloak",
    label: "Keycloak",
    ...shown,
    config: oidc,
    redirect_uri: "https://stowage.example.org/api/auth/oidc/keycloak/callback"
  },
  LdapProvider: { id: "directory", label: "Directory", ...shown, config: ldap },
  CreateOidcProvider: { id: "keycloak", ...oidcFields },
  UpdateOidcProvider: oidcFields,
  TestOidcProvider: { id: "keycloak", config: oidc },
  CreateLdapProvider: { id: "directory", ...ldapFields },
  UpdateLdapProvider: ldapFields,
  TestLdapProvider: { id: "directory", config: ldap },
  ProviderTestReport: {
    ok: true,
    checks: [{ name: "Discovery", outcome: "ok", detail: "The issuer is what it calls itself" }]
  }
}
