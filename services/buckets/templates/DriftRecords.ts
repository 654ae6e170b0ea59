import { Context, type Effect } from "effect"
import type { SettingKind } from "#domain/buckets/changes/BucketChange.ts"
import type { DriftCounts, DriftState } from "#domain/buckets/templates/GoldenTemplate.ts"
import type { StoredDocument } from "#domain/buckets/templates/templateDrift.ts"
import type { WorkbenchRequest } from "#domain/buckets/workbench/WorkbenchRequest.ts"
import type { WorkbenchScope } from "#domain/buckets/workbench/WorkbenchScope.ts"

/** Template whose verdicts are read: those of another `basis` are void. */
export interface ComparedTemplate {
  readonly id: number
  readonly basis: string
  readonly kinds: ReadonlyArray<SettingKind>
  readonly scope: WorkbenchScope
  /** Buckets for which the template holds. */
  readonly request: WorkbenchRequest
}

export type StoredDocuments = (kind: SettingKind) => StoredDocument

/** Bucket whose features changed since it was compared. */
export interface UncomparedBucket {
  readonly place: string
  readonly tenant: string
  readonly name: string
  readonly revision: string
  readonly documentOf: StoredDocuments
}

export interface StoredVerdict extends Omit<UncomparedBucket, "documentOf"> {
  readonly state: DriftState
  readonly differing: ReadonlyArray<SettingKind>
}

export interface DriftRow {
  readonly id: string
  readonly name: string
  readonly tenant: string
  readonly owner: string | null
  readonly state: DriftState
  /** False: not compared since its features or the template changed. */
  readonly is_compared: boolean
  readonly read_at: string | null
  readonly documentOf: StoredDocuments
}

export interface DriftQuery {
  readonly states: ReadonlyArray<DriftState>
  readonly page: number
  readonly page_size: number
}

/** Stored verdicts of golden templates about buckets, and the documents that they are decided from. */
export class DriftRecords extends Context.Service<
  DriftRecords,
  {
    readonly pending: (template: ComparedTemplate, limit: number) => Effect.Effect<ReadonlyArray<UncomparedBucket>>
    /** Ignores verdicts about features that were read again since. */
    readonly write: (template: ComparedTemplate, verdicts: ReadonlyArray<StoredVerdict>) => Effect.Effect<void>
    readonly page: (
      template: ComparedTemplate,
      query: DriftQuery
    ) => Effect.Effect<{ readonly items: ReadonlyArray<DriftRow>; readonly counts: DriftCounts }>
    /** Row ids of buckets that differ, by name. */
    readonly differing: (template: ComparedTemplate, limit: number) => Effect.Effect<ReadonlyArray<string>>
    /** Name and documents of a bucket by its row id; null if there is none. */
    readonly bucket: (
      scope: WorkbenchScope,
      id: string
    ) => Effect.Effect<{ readonly name: string; readonly documentOf: StoredDocuments } | null>
  }
>()("stowage/services/buckets/templates/DriftRecords") {}
