import { Context, type DateTime, type Effect } from "effect"
import type { StoredPortalKey } from "#domain/iam/portal/PortalKey.ts"

export interface NewPortalKey {
  readonly access_id: number
  readonly space_id: number
  readonly bucket_name: string
  readonly label: string
  readonly access_key: string
}

/** `confirmed`: the gateway matches the row. */
export class PortalKeyRecords extends Context.Service<
  PortalKeyRecords,
  {
    /** `retainedSince`: access logs before it are deleted; null: never. */
    readonly all: (
      accountId: number,
      userId: number,
      retainedSince: DateTime.Utc | null
    ) => Effect.Effect<ReadonlyArray<StoredPortalKey>>
    readonly add: (key: NewPortalKey, now: DateTime.Utc) => Effect.Effect<number>
    readonly setActive: (id: number, active: boolean) => Effect.Effect<void>
    readonly remove: (id: number) => Effect.Effect<void>
  }
>()("stowage/services/iam/portal/PortalKeyRecords") {}
