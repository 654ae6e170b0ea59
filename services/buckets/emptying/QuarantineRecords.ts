import { Context, type DateTime, type Effect } from "effect"
import type { Quarantine } from "#domain/buckets/Quarantine.ts"

/** What is kept of a quarantine, beside what everybody sees. */
export interface KeptQuarantine extends Quarantine {
  readonly id: number
  readonly listing_key: string
  readonly context_id: string
  readonly storage_endpoint_id: number | null
  /** When the bucket was made: one of the same name that was made later is another. */
  readonly made_at: string | null
  /** As the gateway gave it; null: it had none. */
  readonly policy_before: string | null
  readonly policy: string
  readonly user_id: number | null
}

export type NewQuarantine = Omit<KeptQuarantine, "id" | "state" | "problem" | "run_id" | "ended_at" | "asked_at">

/** Quarantines as rows. Of a bucket one is open at a time: `quarantined`, `deleting` or `failed`. */
export class QuarantineRecords extends Context.Service<QuarantineRecords, {
  /** Opens one; where one is open already, nothing is changed. In the caller's transaction. */
  readonly open: (quarantine: NewQuarantine) => Effect.Effect<void>
  readonly ofBucket: (listingKey: string, bucket: string) => Effect.Effect<KeptQuarantine | null>
  /** Open ones of a listing, by their day; not those of a bucket in whose place the listing has a later one. */
  readonly ofListing: (listingKey: string) => Effect.Effect<ReadonlyArray<KeptQuarantine>>
  /** Those whose day has come, and those that are being deleted. */
  readonly due: (now: DateTime.Utc, limit: number) => Effect.Effect<ReadonlyArray<KeptQuarantine>>
  /** In the caller's transaction. */
  readonly move: (id: number, state: Quarantine["state"], problem: string | null) => Effect.Effect<void>
  /** Which run empties it. */
  readonly emptiedBy: (id: number, runId: number) => Effect.Effect<void>
}>()("stowage/services/buckets/emptying/QuarantineRecords") {}
