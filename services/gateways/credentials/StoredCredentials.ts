import { Context, type Effect, type Option } from "effect"

export const credentialPlaces = [
  "storage_endpoints",
  "endpoint_s3_keys",
  "rgw_accounts",
  "rgw_users",
  "s3_connections",
  "identity_providers",
  "auth_sessions",
  "oidc_states",
  "shares",
  "bucket_migrations",
  "certificate_keys"
] as const
export type CredentialPlace = (typeof credentialPlaces)[number]

export interface StoredCredential {
  readonly id: string
  readonly purpose: string
  readonly ciphertext: string
}

/** Every stored ciphertext, for re-encryption. Texts starting with `prefix` are skipped. */
export class StoredCredentials extends Context.Service<
  StoredCredentials,
  {
    readonly countDue: (prefix: string) => Effect.Effect<number>
    readonly due: (
      place: CredentialPlace,
      prefix: string,
      after: string | null,
      limit: number
    ) => Effect.Effect<ReadonlyArray<StoredCredential>>
    readonly replace: (place: CredentialPlace, old: StoredCredential, ciphertext: string) => Effect.Effect<boolean>
    /** Number of ciphertexts per key id, except of sessions, which expire. */
    readonly countByKey: Effect.Effect<ReadonlyMap<string, number>>
    /** Runs `work` exclusively; none when another process runs it. A killed process releases the lock immediately. */
    readonly alone: <A, E, R>(work: Effect.Effect<A, E, R>) => Effect.Effect<Option.Option<A>, E, R>
  }
>()("stowage/services/gateways/credentials/StoredCredentials") {}
