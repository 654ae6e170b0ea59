import { Schema } from "effect"
import { RowId } from "./RowId.ts"

/** In an answer: counts the changes of what administrators edit of the row, its links included. The database raises it (migration 0010). */
export const versioned = { version: Schema.Int }

/** In an update: the version that was read. When the row has another one by now, nothing is changed (`stale_plan`). */
export const readVersion = { version: Schema.optionalKey(RowId) }
