import { Context, type DateTime, type Effect } from "effect"
import type { OpenUpload, UploadPlan } from "#domain/objects/Upload.ts"
import type { KeptAttributes } from "#domain/objects/uploadAttributes.ts"

/** An upload under way. */
export interface UploadRecord extends UploadPlan {
  /** Null once the user is gone: the upload still has to be ended. */
  readonly user_id: number | null
  readonly context_id: string
  readonly listing_key: string
  readonly bucket: string
  readonly size_bytes: number
  /** Of the local file, in milliseconds since 1970; null where that was not told. */
  readonly file_modified_ms: number | null
  /** What the object is told to be beside its bytes. */
  readonly attributes: KeptAttributes
  /** Null for an upload in one piece, which leaves nothing at the gateway. */
  readonly gateway_upload_id: string | null
  /** The object is there; the row stays a day, so that asking again is answered alike. */
  readonly completed: boolean
}

/** Whose uploads, and where. */
export interface BucketOwnerRef {
  readonly userId: number | null
  readonly contextId: string
  readonly bucket: string
}

/** Uploads as rows: what a page that was closed or a service that was killed leaves to be ended. */
export class UploadRecords extends Context.Service<UploadRecords, {
  readonly add: (record: UploadRecord, now: DateTime.Utc) => Effect.Effect<void>
  /** Only its own user's, context's and bucket's upload is found. */
  readonly find: (id: string, owner: BucketOwnerRef) => Effect.Effect<UploadRecord | null>
  /** The newest upload in parts of the same file to the same key, told to be the same, that was not ended. From then on it is stored only where its key is free if this one is. */
  readonly alike: (record: UploadRecord, owner: BucketOwnerRef) => Effect.Effect<UploadRecord | null>
  /** The owner's uploads in parts that were not ended, the newest first. */
  readonly open: (owner: Omit<BucketOwnerRef, "bucket">, limit: number) => Effect.Effect<ReadonlyArray<OpenUpload>>
  readonly active: (id: string, now: DateTime.Utc) => Effect.Effect<void>
  readonly complete: (id: string, now: DateTime.Utc) => Effect.Effect<void>
  readonly remove: (id: string) => Effect.Effect<void>
  /** Uploads without activity since `before`, oldest first. */
  readonly idleSince: (before: DateTime.Utc, limit: number) => Effect.Effect<ReadonlyArray<UploadRecord>>
}>()("stowage/services/objects/UploadRecords") {}
