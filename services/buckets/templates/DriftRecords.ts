import { Context, type Effect } from "effect"
import type { SettingKind } from "#domain/buckets/changes/BucketChange.ts"
import type { DriftCounts, DriftState } from "#domain/buckets/templates/GoldenTemplate.ts"
import type { StoredDocument } from "#domain/buckets/templates/templateDrift.ts"
import type { WorkbenchRequest } from "#domain/buckets/workbench/WorkbenchRequest.ts"
import type { WorkbenchScope } from "#domain/buckets/workbench/WorkbenchScope.ts"

export interface ComparedTemplate {
  readonly id: number
  readonly basis: string
  readonly kinds: ReadonlyArray<SettingKind>
  readonly scope: WorkbenchScope
  readonly request: WorkbenchRequest
}

export type StoredDocuments = (kind: SettingKind) => StoredDocument

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
  readonly is_compared: boolean
  readonly read_at: string | null
  readonly documentOf: StoredDocuments
}

export interface DriftQuery {
  readonly states: ReadonlyArray<DriftState>
  readonly page: number
  readonly page_size: number
}

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
    readonly differing: (template: ComparedTemplate, limit: number) => Effect.Effect<ReadonlyArray<string>>
    readonly bucket: (
      scope: WorkbenchScope,
      id: string
    ) => Effect.Effect<{ readonly name: string; readonly documentOf: StoredDocuments } | null>
  }
>()("stowage/services/buckets/templates/DriftRecords") {}
