import { Context, type Effect } from "effect"
import type { HeldKeyType } from "#domain/fleet/KeyRotation.ts"

/** A key of a gateway that we hold, and for whom. */
export interface HeldKey {
  readonly type: HeldKeyType
  /** Of its row. */
  readonly id: number
  readonly name: string
  /** RGW account id or uid; the address of an endpoint; the number of a connection. */
  readonly external_id: string
  /** Whose key it is on the gateway; null: found out there. */
  readonly uid: string | null
  readonly access_key: string
  readonly endpoint_id: number
  readonly endpoint_name: string
}

/** Another key, sealed. `seal`: what a connection is sealed by; null for others. */
export interface SealedKey {
  readonly access_key: string
  /** Ciphertext. */
  readonly secret: string
  readonly seal: string | null
}

/** Rows that hold a key of a gateway, whatever they are besides. */
export class KeyHolders extends Context.Service<KeyHolders, {
  /** All of these types on these endpoints, by type, endpoint and id. */
  readonly on: (endpointIds: ReadonlyArray<number>, types: ReadonlyArray<HeldKeyType>) => Effect.Effect<ReadonlyArray<HeldKey>>
  /** Null when it is registered no more, or holds no key. */
  readonly find: (type: HeldKeyType, id: number) => Effect.Effect<HeldKey | null>
  /** Keys that more than one row holds, private connections included: to rotate one would end the others. As `endpoint/key`. */
  readonly shared: (endpointIds: ReadonlyArray<number>) => Effect.Effect<ReadonlySet<string>>
  /** Puts another key in the place of this one; false when that is not the one that is there. In the caller's transaction. */
  readonly replace: (held: HeldKey, key: SealedKey) => Effect.Effect<boolean>
}>()("stowage/services/fleet/rotation/KeyHolders") {}
