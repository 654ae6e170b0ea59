import { Schema } from "effect"

export const Removed = Schema.Struct({
  id: Schema.Union([Schema.Int, Schema.String]),
  name: Schema.String
}).annotate({ identifier: "Removed" })
export type Removed = typeof Removed.Type
