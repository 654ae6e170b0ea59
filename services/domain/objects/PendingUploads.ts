import { Schema } from "effect"

/** An upload that was begun and neither completed nor aborted: its parts are stored, and shown by no other listing. */
export const PendingUpload = Schema.Struct({
  key: Schema.String,
  upload_id: Schema.String,
  initiated_at: Schema.NullOr(Schema.String),
  storage_class: Schema.String
}).annotate({ identifier: "PendingUpload" })
export type PendingUpload = typeof PendingUpload.Type

/** A page of them, in the order of their keys. */
export const PendingUploadPage = Schema.Struct({
  prefix: Schema.String,
  uploads: Schema.Array(PendingUpload),
  /** Both null at the end. */
  next_key_marker: Schema.NullOr(Schema.String),
  next_upload_id_marker: Schema.NullOr(Schema.String)
}).annotate({ identifier: "PendingUploadPage" })
export type PendingUploadPage = typeof PendingUploadPage.Type
