import { Schema } from "effect"
import { plannedAt } from "./Moment.ts"
import { selectionFields } from "./Selection.ts"

/** What is sent to have objects, versions and folders deleted, however many there are. */
export const DeleteObjects = Schema.Struct({
  ...selectionFields,
  /** Every version and delete marker of what is chosen goes, for good; else a bucket with versions keeps them under delete markers. */
  all_versions: Schema.optionalKey(Schema.Boolean),
  /** What is retained in the mode governance goes as well, where the credentials may. */
  bypass_governance: Schema.optionalKey(Schema.Boolean),
  ...plannedAt
}).annotate({ identifier: "DeleteObjects" })
export type DeleteObjects = typeof DeleteObjects.Type
