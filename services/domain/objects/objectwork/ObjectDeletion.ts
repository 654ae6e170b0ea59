import { Schema } from "effect"
import { plannedAt } from "./Moment.ts"
import { selectionFields } from "./Selection.ts"

export const DeleteObjects = Schema.Struct({
  ...selectionFields,
  /**
   * Deletes all versions and delete markers permanently; otherwise a versioned bucket keeps them under delete markers.
   */
  all_versions: Schema.optionalKey(Schema.Boolean),
  /** Deletes governance-retained versions too, if permitted. */
  bypass_governance: Schema.optionalKey(Schema.Boolean),
  ...plannedAt
}).annotate({ identifier: "DeleteObjects" })
export type DeleteObjects = typeof DeleteObjects.Type
