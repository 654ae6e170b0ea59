import { Context, type Duration, type Effect } from "effect"
import type { AuditEntry } from "#domain/platform/audit/AuditEntry.ts"
import type { ChangeOutcome } from "#domain/platform/audit/GatewayChange.ts"

export interface PlannedChange {
  readonly thing: string
  readonly about: unknown
  readonly entry: IntendedEntry
}

export interface IntendedEntry extends Omit<AuditEntry, "status" | "message"> {
  readonly messages: Readonly<Record<ChangeOutcome, string>>
}

export interface OpenIntent {
  readonly id: string
  readonly thing: string
  readonly about: unknown
  readonly entry: IntendedEntry
  readonly requestId: string | null
  readonly address: string
  readonly plannedAt: string
  readonly isStarted: boolean
  readonly before: boolean | null
  readonly endedFor: number
  readonly plannedFor: number
  readonly looks: number
}

/** Leases use the database's clock; expired ones may be taken. Each method but `recordOutcome` is a transaction. */
export class GatewayIntents extends Context.Service<
  GatewayIntents,
  {
    /** False while another change of the same thing is open. Dies inside a transaction. */
    readonly plan: (
      id: string,
      runner: string,
      lease: Duration.Duration,
      change: PlannedChange
    ) => Effect.Effect<boolean>
    readonly begin: (id: string, runner: string, before: boolean) => Effect.Effect<boolean>
    readonly renewLease: (id: string, runner: string, lease: Duration.Duration) => Effect.Effect<boolean>
    readonly discard: (id: string, runner: string) => Effect.Effect<void>
    readonly releaseLease: (id: string, runner: string, wait: Duration.Duration) => Effect.Effect<void>
    /** Joins the caller's transaction; returns the outcome recorded before, or null. */
    readonly recordOutcome: (id: string, outcome: ChangeOutcome) => Effect.Effect<ChangeOutcome | null>
    readonly leaseNext: (
      thing: string | null,
      runner: string,
      lease: Duration.Duration
    ) => Effect.Effect<OpenIntent | null>
    readonly tidy: (age: Duration.Duration) => Effect.Effect<{ readonly purged: number; readonly open: number }>
  }
>()("stowage/services/platform/audit/GatewayIntents") {}

/** Does as the methods of `GatewayIntents`, for many intents in one statement; returns the ids that it was done for. */
export class GatewayIntentBatches extends Context.Service<
  GatewayIntentBatches,
  {
    readonly plan: (
      runner: string,
      lease: Duration.Duration,
      changes: ReadonlyArray<PlannedChange & { readonly id: string }>
    ) => Effect.Effect<ReadonlySet<string>>
    readonly begin: (ids: ReadonlyArray<string>, runner: string, before: boolean) => Effect.Effect<ReadonlySet<string>>
    readonly discard: (ids: ReadonlyArray<string>, runner: string) => Effect.Effect<void>
    readonly recordOutcome: (ids: ReadonlyArray<string>, outcome: ChangeOutcome) => Effect.Effect<ReadonlySet<string>>
  }
>()("stowage/services/platform/audit/GatewayIntentBatches") {}
