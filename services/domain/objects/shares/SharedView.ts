import { Schema } from "effect"
import { Credential } from "../../platform/Text.ts"
import { ObjectKey, ObjectPrefix } from "../ObjectListing.ts"

export const SharedFile = Schema.Struct({
  name: Schema.String,
  size_bytes: Schema.Int,
  modified_at: Schema.NullOr(Schema.String)
}).annotate({ identifier: "SharedFile" })
export type SharedFile = typeof SharedFile.Type

const shareFields = { title: Schema.String, note: Schema.String, expires_at: Schema.String }

export const SharedView = Schema.Union([
  Schema.Struct({ kind: Schema.tag("locked") }),
  Schema.Struct({ kind: Schema.tag("object"), ...shareFields, file: SharedFile }),
  Schema.Struct({ kind: Schema.tag("archive"), ...shareFields, file_name: Schema.String }),
  Schema.Struct({
    kind: Schema.tag("upload"),
    ...shareFields,
    max_file_bytes: Schema.NullOr(Schema.Int),
    bytes_left: Schema.NullOr(Schema.Int),
    files_left: Schema.NullOr(Schema.Int)
  })
]).annotate({ identifier: "SharedView" })
export type SharedView = typeof SharedView.Type

export const SharedFiles = Schema.Struct({
  items: Schema.Array(SharedFile),
  next: Schema.NullOr(Schema.String)
}).annotate({ identifier: "SharedFiles" })
export type SharedFiles = typeof SharedFiles.Type

export const SharedName = ObjectPrefix
export const SentName = ObjectKey
export const SharedAfter = ObjectPrefix

export const UnlockShare = Schema.Struct({ password: Schema.RedactedFromValue(Credential(1_000)) }).annotate({
  identifier: "UnlockShare"
})
