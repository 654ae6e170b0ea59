import type { FederatedIdentity, LdapConfig, ProviderCheck } from "#domain/identity/federation/Federation.ts"
import { Context, type Effect, type Redacted } from "effect"
import type { IdentityRefused, ProviderUnavailable } from "./providerFailures.ts"

export interface DirectoryConnection extends LdapConfig {
  /** Of `bind_dn`; null: searched anonymously. */
  readonly bindPassword: Redacted.Redacted | null
}

/**
 * An LDAP directory over TLS 1.2 or newer with its certificate verified, on a host of LDAP_ALLOWED_HOSTS. Names are escaped
 * (RFC 4514, RFC 4515), an empty password is refused before it is sent (RFC 4513 5.1.2), and everything ends within
 * `timeout_seconds`.
 */
export class Directory extends Context.Service<Directory, {
  /** Binds as the entry of that name. No entry, several entries and a wrong password are all `IdentityRefused`. */
  readonly identify: (
    connection: DirectoryConnection,
    username: string,
    password: Redacted.Redacted
  ) => Effect.Effect<FederatedIdentity, IdentityRefused | ProviderUnavailable>
  /** Host, TLS, bind, search base, attributes: each with what is wrong. Signs nobody in. */
  readonly check: (connection: DirectoryConnection) => Effect.Effect<ReadonlyArray<ProviderCheck>>
}>()("stowage/services/identity/federation/Directory") {}
