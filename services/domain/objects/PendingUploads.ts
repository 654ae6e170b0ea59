import { Schema } from "effect"

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
  next_key_marker: Schema.NullOr(Schema.String),
  next_upload_id_marker: Schema.NullOr(Schema.String)
}).annotate({ identifier: "PendingUploadPage" })
export type PendingUploadPage = typeof PendingUploadPage.Type
