import { Context, type DateTime, type Effect } from "effect"
import type { SelectedKeys } from "#domain/objects/archive/selectedEntries.ts"

export interface OrderOwner {
  readonly userId: number | null
  readonly contextId: string
}

export interface StoredOrder extends SelectedKeys {
  readonly bucket: string
  readonly prefix: string
}

/** Orders of archives as rows: their keys do not fit a URL, and any replica may serve them. */
export class ArchiveOrders extends Context.Service<
  ArchiveOrders,
  {
    /** Deletes orders from before `expired`. At `limit` orders: stores nothing, returns when the oldest was made. */
    readonly add: (
      id: string,
      owner: OrderOwner,
      order: StoredOrder,
      now: DateTime.Utc,
      expired: DateTime.Utc,
      limit: number
    ) => Effect.Effect<DateTime.Utc | null>
    readonly find: (id: string, owner: OrderOwner, expired: DateTime.Utc) => Effect.Effect<StoredOrder | null>
  }
>()("stowage/services/objects/ArchiveOrders") {}
