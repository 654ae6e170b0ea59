import { Schema } from "effect"
import { Credential } from "../../platform/Text.ts"
import { ObjectKey, ObjectPrefix } from "../ObjectListing.ts"

/** A file as visitors know it: its name says nothing of where it is kept. An object with the name of the shared folder itself has the name "". */
export const SharedFile = Schema.Struct({
  name: Schema.String, size_bytes: Schema.Int, modified_at: Schema.NullOr(Schema.String)
}).annotate({ identifier: "SharedFile" })
export type SharedFile = typeof SharedFile.Type

const told = { title: Schema.String, note: Schema.String, expires_at: Schema.String }

/** What a visitor is told of a link. Of a locked one nothing but that it asks for a password. */
export const SharedView = Schema.Union([
  Schema.Struct({ kind: Schema.tag("locked") }),
  Schema.Struct({ kind: Schema.tag("object"), ...told, file: SharedFile }),
  Schema.Struct({ kind: Schema.tag("archive"), ...told, file_name: Schema.String }),
  Schema.Struct({
    kind: Schema.tag("upload"), ...told,
    max_file_bytes: Schema.NullOr(Schema.Int),
    /** What still fits; null: no limit. */
    bytes_left: Schema.NullOr(Schema.Int),
    files_left: Schema.NullOr(Schema.Int)
  })
]).annotate({ identifier: "SharedView" })
export type SharedView = typeof SharedView.Type

/** Files in the order of their names. `next`: what the following page begins behind; null at the end. */
export const SharedFiles = Schema.Struct({ items: Schema.Array(SharedFile), next: Schema.NullOr(Schema.String) }).annotate({ identifier: "SharedFiles" })
export type SharedFiles = typeof SharedFiles.Type

/** The name of a shared file, as the listing gives it. */
export const SharedName = ObjectPrefix
/** The name that a visitor gives a file. */
export const SentName = ObjectKey
/** What a page of files begins behind. */
export const SharedAfter = ObjectPrefix

export const UnlockShare = Schema.Struct({ password: Schema.RedactedFromValue(Credential(1_000)) }).annotate({ identifier: "UnlockShare" })
