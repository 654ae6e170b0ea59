import { Context, type Effect, type Option } from "effect"

/** Where ciphertexts are kept, by table. */
export const credentialPlaces = [
  "storage_endpoints", "rgw_accounts", "rgw_users", "s3_connections", "identity_providers", "auth_sessions", "oidc_states", "shares"
] as const
export type CredentialPlace = (typeof credentialPlaces)[number]

/** One ciphertext. `id`: of its row; `purpose`: the one under which it was encrypted. */
export interface StoredCredential {
  readonly id: string
  readonly purpose: string
  readonly ciphertext: string
}

/** Every ciphertext of the product, for re-encryption. `prefix` is how those begin that are left alone. */
export class StoredCredentials extends Context.Service<StoredCredentials, {
  /** How many are due, in all places. */
  readonly countDue: (prefix: string) => Effect.Effect<number>
  /** The first ones that are due behind `after`, in the order of their ids; null: from the start. */
  readonly due: (
    place: CredentialPlace, prefix: string, after: string | null, limit: number
  ) => Effect.Effect<ReadonlyArray<StoredCredential>>
  /** Puts another ciphertext in its place; false when somebody changed or erased it meanwhile, whose word stands. */
  readonly replace: (place: CredentialPlace, old: StoredCredential, ciphertext: string) => Effect.Effect<boolean>
  /** How many ciphertexts of people's storage and directories there are by the id of their key: not of sessions, which end by themselves. */
  readonly countByKey: Effect.Effect<ReadonlyMap<string, number>>
  /** Runs `work` unless another process is at it: none then. A process that is killed lets go at once. */
  readonly alone: <A, E, R>(work: Effect.Effect<A, E, R>) => Effect.Effect<Option.Option<A>, E, R>
}>()("stowage/services/gateways/credentials/StoredCredentials") {}
