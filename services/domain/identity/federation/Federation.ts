import { Effect, Schema } from "effect"
import { type ClaimedGroups, LdapGroupMapping, OidcGroupMapping } from "./GroupMapping.ts"
import { Shaped, Name, WrittenAddress } from "../../platform/Text.ts"

export const ProviderType = Schema.Literals(["oidc", "ldap"]).annotate({ identifier: "ProviderType" })
export type ProviderType = typeof ProviderType.Type

export const ProviderId = Schema.String.check(Schema.isPattern(/^[a-z0-9][a-z0-9-]{0,62}$/u)).annotate({
  identifier: "ProviderId"
})

/** `trusted_email`: safe matches by verified e-mail link automatically. */
export const LinkingPolicy = Schema.Literals(["manual", "trusted_email"]).annotate({ identifier: "LinkingPolicy" })
export type LinkingPolicy = typeof LinkingPolicy.Type

export const IdTokenAlgorithm = Schema.Literals([
  "RS256",
  "RS384",
  "RS512",
  "PS256",
  "PS384",
  "PS512",
  "ES256",
  "ES384",
  "ES512",
  "EdDSA"
]).annotate({ identifier: "IdTokenAlgorithm" })
export type IdTokenAlgorithm = typeof IdTokenAlgorithm.Type

const Domain = Shaped(/^(?!-)[A-Za-z0-9-]{1,63}(\.[A-Za-z0-9-]{1,63})+$/u, 320)
const Pem = Shaped(/^-----BEGIN CERTIFICATE-----[\x20-\x7e\r\n\t]+-----END CERTIFICATE-----$/u, 65_536)
const Scopes = Schema.Array(Name(100)).check(
  Schema.isMinLength(1),
  Schema.isMaxLength(50),
  Schema.makeFilter((scopes) => scopes.includes("openid") || "openid is needed")
)

const withDefault = <S extends Schema.Constraint>(schema: S, otherwise: S["Encoded"]) =>
  Schema.withDecodingDefaultKey<S>(Effect.succeed(otherwise))(schema)

const schemeIs = (...schemes: ReadonlyArray<string>) =>
  Schema.makeFilter((text: string) => {
    const url = URL.parse(text)
    const plain = url !== null && url.username === "" && url.password === "" && url.hash === "" && url.search === ""
    return (
      (plain && schemes.includes(url.protocol)) ||
      `Expected an address that begins with ${schemes.map((scheme) => `${scheme}//`).join(" or ")}`
    )
  })

const Issuer = WrittenAddress(2000).check(schemeIs("https:"))
const DirectoryUrl = WrittenAddress(2000).check(schemeIs("ldaps:", "ldap:"))

const linking = {
  linking_policy: withDefault(LinkingPolicy, "manual"),
  /** Domains whose e-mail addresses `trusted_email` accepts; exact match, ignoring case. */
  trusted_domains: withDefault(Schema.Array(Domain).check(Schema.isMaxLength(100)), []),
  ca_certificate: withDefault(Schema.NullOr(Pem), null)
}

export const OidcConfig = Schema.Struct({
  issuer: Issuer,
  client_id: Name(500),
  scopes: withDefault(Scopes, ["openid", "email", "profile"]),
  allowed_algorithms: withDefault(Schema.Array(IdTokenAlgorithm).check(Schema.isMinLength(1)), ["RS256"]),
  /** Reads UserInfo too, for providers whose ID token has no e-mail. */
  use_userinfo: withDefault(Schema.Boolean, false),
  /** Null: groups of this provider are ignored. */
  group_mapping: withDefault(Schema.NullOr(OidcGroupMapping), null),
  ...linking
}).annotate({ identifier: "OidcConfig" })
export type OidcConfig = typeof OidcConfig.Type

const Attribute = Shaped(/^[A-Za-z][A-Za-z0-9-]{0,62}$/u, 100)
const usernamePlace = Schema.makeFilter((text: string) => text.includes("{username}") || "Expected {username} in it")

interface DirectoryPlace {
  readonly url: string
  readonly start_tls: boolean
  readonly bind_mode: "search" | "direct"
  readonly base_dn: string | null
  readonly user_dn_template: string | null
}

export const directoryRules = [
  Schema.makeFilter(
    (config: DirectoryPlace) =>
      config.url.startsWith("ldaps:") !== config.start_tls || {
        path: ["url"],
        issue: "Passwords travel encrypted only: use ldaps://, or ldap:// with StartTLS"
      }
  ),
  Schema.makeFilter(
    (config: DirectoryPlace) =>
      config.bind_mode !== "search" ||
      config.base_dn !== null || { path: ["base_dn"], issue: "Searching needs a base_dn" }
  ),
  Schema.makeFilter(
    (config: DirectoryPlace) =>
      config.bind_mode !== "direct" ||
      config.user_dn_template !== null || {
        path: ["user_dn_template"],
        issue: "Binding directly needs a user_dn_template"
      }
  )
] as const

export const LdapConfig = Schema.Struct({
  url: DirectoryUrl,
  start_tls: withDefault(Schema.Boolean, false),
  /** `search`: find the entry as `bind_dn`, then bind as it; `direct`: bind as `user_dn_template`. */
  bind_mode: withDefault(Schema.Literals(["search", "direct"]), "search"),
  bind_dn: withDefault(Schema.NullOr(Name(1000)), null),
  base_dn: withDefault(Schema.NullOr(Name(1000)), null),
  user_filter: withDefault(Name(1000).check(usernamePlace), "(uid={username})"),
  user_dn_template: withDefault(Schema.NullOr(Name(1000).check(usernamePlace)), null),
  /** Immutable attribute of an entry: `entryUUID`, `objectGUID`. */
  subject_attribute: withDefault(Attribute, "entryUUID"),
  email_attribute: withDefault(Attribute, "mail"),
  name_attribute: withDefault(Attribute, "cn"),
  timeout_seconds: withDefault(Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: 30 })), 5),
  group_mapping: withDefault(Schema.NullOr(LdapGroupMapping), null),
  ...linking
})
  .check(...directoryRules)
  .annotate({ identifier: "LdapConfig" })
export type LdapConfig = typeof LdapConfig.Type

export interface FederatedIdentity {
  /** Immutable and secret: never in audit, logs or answers. */
  readonly subject: string
  readonly email: string | null
  readonly emailVerified: boolean
  readonly name: string | null
  readonly groups?: ClaimedGroups
}

export const ProviderCheck = Schema.Struct({
  name: Schema.String,
  outcome: Schema.Literals(["ok", "failed", "skipped"]),
  detail: Schema.String
}).annotate({ identifier: "ProviderCheck" })
export type ProviderCheck = typeof ProviderCheck.Type
