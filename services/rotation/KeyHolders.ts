import { Context, type Effect } from "effect"
import type { HeldKeyType } from "#domain/rotation/KeyRotation.ts"

/** A key of a gateway that we hold, and for whom. */
export interface HeldKey {
  readonly type: HeldKeyType
  /** Of its row. */
  readonly id: number
  readonly name: string
  /** RGW account id or uid; the address of an endpoint. Its secret is sealed for it. */
  readonly external_id: string
  /** Whose key it is on the gateway; null: found out there. */
  readonly uid: string | null
  readonly access_key: string
  readonly endpoint_id: number
  readonly endpoint_name: string
}

/** Rows that hold a key of a gateway, whatever they are besides. */
export class KeyHolders extends Context.Service<KeyHolders, {
  /** All of these types on these endpoints, by type, endpoint and id. */
  readonly on: (endpointIds: ReadonlyArray<number>, types: ReadonlyArray<HeldKeyType>) => Effect.Effect<ReadonlyArray<HeldKey>>
  /** Null when it is registered no more, or holds no key. */
  readonly find: (type: HeldKeyType, id: number) => Effect.Effect<HeldKey | null>
  /** Puts another key in the place of this one; false when that is not the one that is there. `sealed` is ciphertext. In the caller's transaction. */
  readonly replace: (held: HeldKey, accessKey: string, sealed: string) => Effect.Effect<boolean>
}>()("stowage/services/rotation/KeyHolders") {}
