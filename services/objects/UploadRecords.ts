import { Context, type DateTime, type Effect } from "effect"
import type { OpenUpload, UploadPlan } from "#domain/objects/Upload.ts"
import type { StoredAttributes } from "#domain/objects/uploadAttributes.ts"

export interface UploadRecord extends UploadPlan {
  /** Null after the user's deletion: the upload must still be aborted. */
  readonly user_id: number | null
  readonly context_id: string
  readonly listing_key: string
  readonly bucket: string
  readonly size_bytes: number
  readonly file_modified_ms: number | null
  readonly attributes: StoredAttributes
  /** Null for a single-part upload, which has no state at the gateway. */
  readonly gateway_upload_id: string | null
  /** Stored for a day, so that repeated requests get the same response. */
  readonly completed: boolean
}

export interface BucketOwnerRef {
  readonly userId: number | null
  readonly contextId: string
  readonly bucket: string
}

export class UploadRecords extends Context.Service<
  UploadRecords,
  {
    readonly add: (record: UploadRecord, now: DateTime.Utc) => Effect.Effect<void>
    readonly find: (id: string, owner: BucketOwnerRef) => Effect.Effect<UploadRecord | null>
    /** Newest unfinished multipart upload of the same file to this key; adopts the record's condition. */
    readonly alike: (record: UploadRecord, owner: BucketOwnerRef) => Effect.Effect<UploadRecord | null>
    readonly open: (owner: Omit<BucketOwnerRef, "bucket">, limit: number) => Effect.Effect<ReadonlyArray<OpenUpload>>
    readonly active: (id: string, now: DateTime.Utc) => Effect.Effect<void>
    readonly complete: (id: string, now: DateTime.Utc) => Effect.Effect<void>
    readonly remove: (id: string) => Effect.Effect<void>
    readonly idleSince: (before: DateTime.Utc, limit: number) => Effect.Effect<ReadonlyArray<UploadRecord>>
  }
>()("stowage/services/objects/UploadRecords") {}
