import { Schema } from "effect"

/** Multipart upload neither completed nor aborted; other listings omit its parts. */
export const PendingUpload = Schema.Struct({
  key: Schema.String,
  upload_id: Schema.String,
  initiated_at: Schema.NullOr(Schema.String),
  storage_class: Schema.String
}).annotate({ identifier: "PendingUpload" })
export type PendingUpload = typeof PendingUpload.Type

export const PendingUploadPage = Schema.Struct({
  prefix: Schema.String,
  uploads: Schema.Array(PendingUpload),
  /** Both null on the last page. */
  next_key_marker: Schema.NullOr(Schema.String),
  next_upload_id_marker: Schema.NullOr(Schema.String)
}).annotate({ identifier: "PendingUploadPage" })
export type PendingUploadPage = typeof PendingUploadPage.Type
