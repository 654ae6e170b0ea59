import { Context, type Effect } from "effect"
import type { Conflict } from "#domain/platform/errors/Errors.ts"

export const versionedEntities = {
  ui_user: "console user",
  ui_group: "group",
  rgw_account: "RGW account",
  rgw_user: "RGW user",
  storage_endpoint: "storage endpoint",
  rate_card: "rate card",
  golden_template: "golden template",
  bucket_view: "view"
} as const
export type VersionedEntity = keyof typeof versionedEntities

export class RowVersions extends Context.Service<
  RowVersions,
  {
    /** Call first: locks the row and all association changes. `stale_plan` for another version; undefined skips it. */
    readonly lock: (thing: VersionedEntity, id: number, read: number | undefined) => Effect.Effect<void, Conflict>
    /** Same lock for inserts: linked rows cannot be deleted until the transaction ends. Call it first. */
    readonly lockAssociations: Effect.Effect<void>
  }
>()("stowage/services/platform/audit/RowVersions") {}
