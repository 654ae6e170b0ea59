import { Context, type Effect } from "effect"
import type { HeldKeyType } from "#domain/fleet/KeyRotation.ts"

/** Stored gateway key with its holder. */
export interface HeldKey {
  readonly type: HeldKeyType
  /** Row id. */
  readonly id: number
  readonly name: string
  /** RGW account id or uid; address of an endpoint; number of a connection. */
  readonly external_id: string
  /** Owner at the gateway; null when only the gateway knows it. */
  readonly uid: string | null
  readonly access_key: string
  readonly endpoint_id: number
  readonly endpoint_name: string
}

/** Sealed key. `seal`: of a connection, else null. */
export interface SealedKey {
  readonly access_key: string
  readonly secret: string
  readonly seal: string | null
}

/** Rows with a gateway key. */
export class KeyHolders extends Context.Service<KeyHolders, {
  /** Keys by type and endpoints, sorted by type, endpoint and id. */
  readonly on: (endpointIds: ReadonlyArray<number>, types: ReadonlyArray<HeldKeyType>) => Effect.Effect<ReadonlyArray<HeldKey>>
  /** Null when unregistered or without a key. */
  readonly find: (type: HeldKeyType, id: number) => Effect.Effect<HeldKey | null>
  /** Keys of several rows, including private connections, as `endpoint/key`: rotating one breaks the others. */
  readonly shared: (endpointIds: ReadonlyArray<number>) => Effect.Effect<ReadonlySet<string>>
  /** Replaces this key in the caller's transaction; false when another one is stored. */
  readonly replace: (held: HeldKey, key: SealedKey) => Effect.Effect<boolean>
}>()("stowage/services/fleet/rotation/KeyHolders") {}
