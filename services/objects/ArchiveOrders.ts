import { Context, type DateTime, type Effect } from "effect"
import type { ChosenKeys } from "#domain/objects/archive/chosenEntries.ts"

/** Whose order: nobody else's is found. */
export interface OrderOwner {
  readonly userId: number | null
  readonly contextId: string
}

export interface KeptOrder extends ChosenKeys {
  readonly bucket: string
  readonly prefix: string
}

/** Orders of archives as rows, since what is chosen fits no address, and any replica may be asked to make it. */
export class ArchiveOrders extends Context.Service<ArchiveOrders, {
  /** Keeps an order; those from before `expired` are forgotten. */
  readonly add: (id: string, owner: OrderOwner, order: KeptOrder, now: DateTime.Utc, expired: DateTime.Utc) => Effect.Effect<void>
  /** Null where there is none of the owner's since `expired`. */
  readonly find: (id: string, owner: OrderOwner, expired: DateTime.Utc) => Effect.Effect<KeptOrder | null>
}>()("stowage/services/objects/ArchiveOrders") {}
