import { Context, type Effect } from "effect"
import type {
  MigrationDeliveries,
  MigrationDraft,
  MigrationEvent,
  MigrationPrecheck
} from "#domain/objects/migrations/BucketMigration.ts"
import type { PastCopies } from "#domain/objects/migrations/estimatedDuration.ts"
import type { ComparisonSide } from "#services/objects/comparison/comparisonSides.ts"

export type MigrationSide = Omit<ComparisonSide, "bucket">

export interface StoredMigration {
  readonly id: number
  readonly listing_key: string
  readonly target_listing_key: string
  readonly draft: MigrationDraft
  readonly precheck: MigrationPrecheck | null
  readonly run_id: number | null
  readonly user_id: number | null
  readonly email: string | null
  readonly created_at: string
  readonly webhook: typeof MigrationDeliveries.Type | null
}

/** Encrypted secret; `seal` names it in the encryption. */
export interface StoredWebhook {
  readonly secret: string
  readonly seal: string
}

export type NewMigration = Omit<StoredMigration, "created_at" | "id" | "precheck" | "run_id" | "webhook"> & {
  readonly webhook: StoredWebhook | null
}

/** Newest first. */
export class MigrationRecords extends Context.Service<
  MigrationRecords,
  {
    readonly create: (migration: NewMigration) => Effect.Effect<number>
    readonly find: (listingKey: string, id: number) => Effect.Effect<StoredMigration | null>
    readonly newest: (listingKey: string, limit: number) => Effect.Effect<ReadonlyArray<StoredMigration>>
    /** False once there is a run. `webhook` undefined keeps its secret. */
    readonly edit: (
      id: number,
      draft: MigrationDraft,
      precheck: MigrationPrecheck | null,
      webhook?: StoredWebhook | null
    ) => Effect.Effect<boolean>
    /** False when another run was assigned. */
    readonly begin: (id: number, runId: number) => Effect.Effect<boolean>
    readonly remove: (id: number) => Effect.Effect<void>
    /** Sums of the newest 20 buckets that were copied in one pass between two endpoints. */
    readonly pastCopies: (sourceEndpointId: number, targetEndpointId: number) => Effect.Effect<PastCopies>
    /** Oldest first, at most 100; the newest when `after` is null. */
    readonly events: (id: number, after: number | null) => Effect.Effect<ReadonlyArray<MigrationEvent>>
  }
>()("stowage/services/objects/migrations/MigrationRecords") {}
