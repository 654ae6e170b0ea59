import { Context, type Effect } from "effect"
import type { Conflict } from "#domain/platform/errors/Errors.ts"

/** What has a version, as it is called in refusals. */
export const versionedThings = {
  ui_user: "console user", ui_group: "group", rgw_account: "RGW account", rgw_user: "RGW user", storage_endpoint: "storage endpoint"
} as const
export type VersionedThing = keyof typeof versionedThings

/** Two who edit one row notice each other: each sends the version that they read. */
export class RowVersions extends Context.Service<RowVersions, {
  /**
   * To be called first in the transaction that changes the row: nobody else changes it, or who may act as what, until that
   * ends. `stale_plan` when it was changed since `read`; left out, whatever it is now is changed. A row that is gone is left
   * to whoever looks for it.
   */
  readonly hold: (thing: VersionedThing, id: number, read: number | undefined) => Effect.Effect<void, Conflict>
  /** The same where a row is made: whoever it is linked with is not deleted until the transaction ends. To be called first as well. */
  readonly turn: Effect.Effect<void>
}>()("stowage/services/platform/audit/RowVersions") {}
