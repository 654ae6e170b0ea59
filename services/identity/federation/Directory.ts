import type { FederatedIdentity, LdapConfig, ProviderCheck } from "#domain/identity/federation/Federation.ts"
import { Context, type Effect, type Redacted } from "effect"
import type { IdentityRefused, ProviderUnavailable } from "./providerFailures.ts"

export interface DirectoryConnection extends LdapConfig {
  readonly bindPassword: Redacted.Redacted | null
}

/** TLS 1.2, hosts of LDAP_ALLOWED_HOSTS only. Empty passwords are refused locally (RFC 4513 5.1.2). */
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
