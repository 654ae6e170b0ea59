import { Context, type DateTime, type Duration, type Effect } from "effect"
import type { MigrationLock } from "#domain/objects/migrations/BucketMigration.ts"
import type { DocumentPlace } from "#services/buckets/features/documentChanges.ts"

/** `target`: allows changes by the owner; its lifecycle rules stay. */
export type LockSide = "source" | "target"

export interface NewSourceLock extends DocumentPlace {
  readonly run_id: number
  /** Statement id in the policy; begins with `target` for that of a target. */
  readonly statement: string
  /** Documents before the lock; null for none. */
  readonly policy_before: string | null
  readonly lifecycle_before: string | null
  readonly policy: string
}

export interface StoredSourceLock extends NewSourceLock, Pick<MigrationLock, "problem" | "since" | "state"> {
  readonly id: number
  readonly side: LockSide
  readonly item: string
}

/** Stored before a bucket is changed, until its documents are restored. */
export class SourceLockRecords extends Context.Service<
  SourceLockRecords,
  {
    /** Null when a lock of the bucket is open, or its run is deleted. */
    readonly create: (lock: NewSourceLock) => Effect.Effect<StoredSourceLock | null>
    readonly ofRun: (runId: number) => Effect.Effect<ReadonlyArray<StoredSourceLock>>
    readonly locked: (id: number, policy: string) => Effect.Effect<void>
    readonly releasing: (id: number, problem: string | null, retryAt: DateTime.Utc | null) => Effect.Effect<void>
    readonly released: (id: number) => Effect.Effect<void>
    /** Open locks whose item is not in progress, leased to the caller. A target stays locked until the cutover. */
    readonly takeAbandoned: (
      now: DateTime.Utc,
      lease: Duration.Duration,
      limit: number
    ) => Effect.Effect<ReadonlyArray<StoredSourceLock>>
  }
>()("stowage/services/objects/migrations/SourceLockRecords") {}
