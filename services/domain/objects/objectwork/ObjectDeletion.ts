import { Schema } from "effect"
import { plannedAtField } from "./Timestamp.ts"
import { selectionFields } from "./Selection.ts"

export const DeleteObjects = Schema.Struct({
  ...selectionFields,
  /** Deletes permanently; otherwise a versioned bucket keeps versions under delete markers. */
  all_versions: Schema.optionalKey(Schema.Boolean),
  bypass_governance: Schema.optionalKey(Schema.Boolean),
  ...plannedAtField
}).annotate({ identifier: "DeleteObjects" })
export type DeleteObjects = typeof DeleteObjects.Type
