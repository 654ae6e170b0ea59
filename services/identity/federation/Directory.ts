import type { FederatedIdentity, LdapConfig, ProviderCheck } from "#domain/identity/federation/Federation.ts"
import { Context, type Effect, type Redacted } from "effect"
import type { IdentityRefused, ProviderUnavailable } from "./providerFailures.ts"

export interface DirectoryConnection extends LdapConfig {
  readonly bindPassword: Redacted.Redacted | null
}

/**
 * LDAP directory over TLS 1.2 or newer with verified certificate, on a host of LDAP_ALLOWED_HOSTS. Names are escaped
 * (RFC 4514, RFC 4515), empty passwords are refused locally (RFC 4513 5.1.2), and each call ends within
 * `timeout_seconds`.
 */
export class Directory extends Context.Service<
  Directory,
  {
    readonly identify: (
      connection: DirectoryConnection,
      username: string,
      password: Redacted.Redacted
    ) => Effect.Effect<FederatedIdentity, IdentityRefused | ProviderUnavailable>
    readonly check: (connection: DirectoryConnection) => Effect.Effect<ReadonlyArray<ProviderCheck>>
  }
>()("stowage/services/identity/federation/Directory") {}
