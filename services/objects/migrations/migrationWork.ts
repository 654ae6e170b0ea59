import { Schema } from "effect"
import { MigrationDraft } from "#domain/objects/migrations/BucketMigration.ts"
import { SweepState } from "#domain/objects/objectwork/Sweep.ts"
import type { ItemWork, Performed } from "#services/platform/work/WorkKind.ts"
import { CopyCheckpoint } from "../objectwork/copyPortion.ts"

export const MigrationParams = Schema.Struct({
  /** Absent in runs that started before events were stored. */
  migration_id: Schema.optionalKey(Schema.Int),
  draft: MigrationDraft,
  source_listing_key: Schema.String,
  target_listing_key: Schema.String
})
export type MigrationParams = typeof MigrationParams.Type

export const MigrationTarget = Schema.Struct({ source: Schema.String, target: Schema.String })
export type MigrationTarget = typeof MigrationTarget.Type

/** `copied`: final state of a complete copy. The others are for the rollback. */
export const MigrationCheckpoint = Schema.Struct({
  copy: Schema.NullOr(CopyCheckpoint),
  copied: Schema.NullOr(SweepState),
  synced_since: Schema.optionalKey(Schema.String),
  copied_before: Schema.optionalKey(SweepState),
  /** True before the first object of the source is deleted. `copied` stays from then on. */
  deletion_begun: Schema.optionalKey(Schema.Boolean),
  source_deleted: Schema.optionalKey(Schema.Int),
  created: Schema.optionalKey(Schema.Boolean),
  changes: Schema.optionalKey(Schema.Array(Schema.Int))
})
export type MigrationCheckpoint = typeof MigrationCheckpoint.Type

export type RollbackCheckpoint = Required<Pick<MigrationCheckpoint, "created" | "changes">>

export type CopiedCheckpoint = MigrationCheckpoint & { readonly copied: SweepState }

export const copiedCheckpoint = ({ notes }: MigrationWork, noted: RollbackCheckpoint): CopiedCheckpoint | null =>
  notes?.copied ? { ...notes, ...noted, copied: notes.copied } : null

/** A retry copies later differences, and a rollback needs the changes. */
export const finalCheckpoint = (
  { copied, synced_since }: CopiedCheckpoint,
  { changes, created }: RollbackCheckpoint
): MigrationCheckpoint => ({
  copy: null,
  copied: null,
  copied_before: copied,
  ...(synced_since === undefined ? {} : { synced_since }),
  created,
  changes
})

export const RollbackInverse = Schema.Struct({})
export type RollbackInverse = typeof RollbackInverse.Type

export type MigrationWork = ItemWork<MigrationParams, MigrationTarget, MigrationCheckpoint>

export const restedMigration: Performed<RollbackInverse> = { outcome: "rested", result: {}, inverse: {} }
