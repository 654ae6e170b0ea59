import { Schema } from "effect"

/** What a destructive request ended: its id and its name as they were then. */
export const Removed = Schema.Struct({
  id: Schema.Union([Schema.Int, Schema.String]),
  name: Schema.String
}).annotate({ identifier: "Removed" })
export type Removed = typeof Removed.Type
