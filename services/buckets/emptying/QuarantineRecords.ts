import { Context, type DateTime, type Effect } from "effect"
import type { Quarantine } from "#domain/buckets/Quarantine.ts"

export interface StoredQuarantine extends Quarantine {
  readonly id: number
  readonly listing_key: string
  readonly context_id: string
  readonly storage_endpoint_id: number | null
  readonly made_at: string | null
  readonly policy_before: string | null
  readonly policy: string
  readonly user_id: number | null
}

export type NewQuarantine = Omit<StoredQuarantine, "id" | "state" | "problem" | "run_id" | "ended_at" | "asked_at">

export class QuarantineRecords extends Context.Service<
  QuarantineRecords,
  {
    readonly open: (quarantine: NewQuarantine) => Effect.Effect<void>
    readonly ofBucket: (listingKey: string, bucket: string) => Effect.Effect<StoredQuarantine | null>
    readonly ofListing: (listingKey: string) => Effect.Effect<ReadonlyArray<StoredQuarantine>>
    readonly due: (now: DateTime.Utc, limit: number) => Effect.Effect<ReadonlyArray<StoredQuarantine>>
    readonly move: (id: number, state: Quarantine["state"], problem: string | null) => Effect.Effect<void>
    readonly emptiedBy: (id: number, runId: number) => Effect.Effect<void>
  }
>()("stowage/services/buckets/emptying/QuarantineRecords") {}
