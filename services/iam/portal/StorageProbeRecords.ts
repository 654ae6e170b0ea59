import { Context, type DateTime, type Effect } from "effect"
import type { ProbeResult, StatusNote } from "#domain/iam/portal/StorageStatus.ts"
import type { StoredProbes } from "#domain/iam/portal/storageStatusOf.ts"

export class StorageProbeRecords extends Context.Service<
  StorageProbeRecords,
  {
    /** Ids of endpoints with an account whose Portal is on. */
    readonly due: Effect.Effect<ReadonlyArray<number>>
    readonly add: (endpointId: number, result: ProbeResult, now: DateTime.Utc) => Effect.Effect<void>
    readonly read: (endpointId: number, now: DateTime.Utc) => Effect.Effect<StoredProbes | null>
    /** Returns the note before; null removes it. */
    readonly setNote: (endpointId: number, text: string | null, now: DateTime.Utc) => Effect.Effect<StatusNote | null>
    readonly purge: (before: DateTime.Utc) => Effect.Effect<number>
  }
>()("stowage/services/iam/portal/StorageProbeRecords") {}
