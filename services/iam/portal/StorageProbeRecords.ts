import { Context, type DateTime, type Effect } from "effect"
import type { ProbeResult, StatusNote } from "#domain/iam/portal/StorageStatus.ts"
import type { StoredProbes } from "#domain/iam/portal/storageStatusOf.ts"

/** Probes of storage endpoints with their retention, and notes of administrators. */
export class StorageProbeRecords extends Context.Service<
  StorageProbeRecords,
  {
    /** Ids of endpoints with an account whose Portal is on. */
    readonly due: Effect.Effect<ReadonlyArray<number>>
    /** Ignored when the endpoint is gone. */
    readonly add: (endpointId: number, result: ProbeResult, now: DateTime.Utc) => Effect.Effect<void>
    /** Null: no such endpoint. */
    readonly read: (endpointId: number, now: DateTime.Utc) => Effect.Effect<StoredProbes | null>
    /** Returns the note before; the text null removes it. */
    readonly setNote: (endpointId: number, text: string | null, now: DateTime.Utc) => Effect.Effect<StatusNote | null>
    readonly purge: (before: DateTime.Utc) => Effect.Effect<number>
  }
>()("stowage/services/iam/portal/StorageProbeRecords") {}
