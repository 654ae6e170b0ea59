import { Context, type Effect } from "effect"
import type { StoredKeyType } from "#domain/fleet/KeyRotation.ts"

export interface StoredKey {
  readonly type: StoredKeyType
  readonly id: number
  readonly name: string
  /** RGW account id or uid; address of an endpoint; number of a connection. */
  readonly external_id: string
  readonly uid: string | null
  readonly access_key: string
  readonly endpoint_id: number
  readonly endpoint_name: string
}

export interface SealedKey {
  readonly access_key: string
  readonly secret: string
  readonly seal: string | null
}

export class KeyHolders extends Context.Service<
  KeyHolders,
  {
    readonly on: (
      endpointIds: ReadonlyArray<number>,
      types: ReadonlyArray<StoredKeyType>
    ) => Effect.Effect<ReadonlyArray<StoredKey>>
    readonly find: (type: StoredKeyType, id: number) => Effect.Effect<StoredKey | null>
    /** Keys of several rows, including private connections, as `endpoint/key`: rotating one breaks the others. */
    readonly shared: (endpointIds: ReadonlyArray<number>) => Effect.Effect<ReadonlySet<string>>
    readonly replace: (storedKey: StoredKey, key: SealedKey) => Effect.Effect<boolean>
  }
>()("stowage/services/fleet/rotation/KeyHolders") {}
