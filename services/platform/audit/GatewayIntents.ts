import { Context, type Duration, type Effect } from "effect"
import type { AuditEntry } from "#domain/platform/audit/AuditEntry.ts"
import type { ChangeOutcome } from "#domain/platform/audit/GatewayChange.ts"

/** What is written down before a gateway is asked. */
export interface PlannedChange {
  /** One change of a thing at a time, e.g. `endpoint:3/bucket:photos`. */
  readonly thing: string
  /** What its kind needs to ask the gateway about it; no secrets. */
  readonly about: unknown
  /** Its audit entry to be, with a message for each outcome. */
  readonly entry: IntendedEntry
}

export interface IntendedEntry extends Omit<AuditEntry, "status" | "message"> {
  readonly messages: Readonly<Record<ChangeOutcome, string>>
}

/** A change that is held by nobody and has no outcome yet, taken to find it out. */
export interface OpenIntent {
  readonly id: string
  readonly thing: string
  readonly about: unknown
  readonly entry: IntendedEntry
  readonly requestId: string | null
  readonly address: string
  readonly plannedAt: string
  /** Whether the gateway may have been asked at all. */
  readonly begun: boolean
  readonly before: boolean | null
  /** Milliseconds since the last moment at which it may have been asked. */
  readonly endedFor: number
  readonly plannedFor: number
  /** How often its outcome was looked for. */
  readonly looks: number
}

/**
 * Changes of gateways as rows: from before the gateway is asked until their outcome is told. A runner holds its row by a
 * lease, which goes by the database's clock; one that lapsed belongs to whoever takes it. Each method is a transaction
 * of its own, but for `tell`.
 */
export class GatewayIntents extends Context.Service<GatewayIntents, {
  /** Commits the intent; false while another change of the same thing has no outcome. A defect inside a transaction. */
  readonly plan: (id: string, runner: string, lease: Duration.Duration, change: PlannedChange) => Effect.Effect<boolean>
  /** The gateway is asked from now on; false when the lease was lost. */
  readonly begin: (id: string, runner: string, before: boolean) => Effect.Effect<boolean>
  /** Prolongs the lease; false when it is ours no more or told already, once whoever is telling it has ended. */
  readonly keep: (id: string, runner: string, lease: Duration.Duration) => Effect.Effect<boolean>
  /** Takes back an intent whose gateway was never asked. */
  readonly forget: (id: string, runner: string) => Effect.Effect<void>
  /** Leaves it without outcome, to be looked at again after `wait`. */
  readonly leave: (id: string, runner: string, wait: Duration.Duration) => Effect.Effect<void>
  /** Writes the outcome; answers the one that stood already, or null. In the caller's transaction, with the audit row. */
  readonly tell: (id: string, outcome: ChangeOutcome) => Effect.Effect<ChangeOutcome | null>
  /** Takes an intent that nobody holds: of `thing`, or one that is due to be looked at, longest waiting first. */
  readonly take: (thing: string | null, runner: string, lease: Duration.Duration) => Effect.Effect<OpenIntent | null>
  /** Deletes what was told longer ago than `age`; answers how many, and how many are open. */
  readonly tidy: (age: Duration.Duration) => Effect.Effect<{ readonly purged: number; readonly open: number }>
}>()("stowage/services/platform/audit/GatewayIntents") {}
