import { Context, type Effect } from "effect"
import type { CopyCheck } from "#domain/fleet/CopyCheck.ts"

export class CopyCheckRecords extends Context.Service<
  CopyCheckRecords,
  {
    readonly find: (endpointId: number) => Effect.Effect<CopyCheck | null>
    /** In the caller's transaction. */
    readonly store: (endpointId: number, check: CopyCheck) => Effect.Effect<void>
  }
>()("stowage/services/fleet/CopyCheckRecords") {}
