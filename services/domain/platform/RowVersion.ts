import { Schema } from "effect"
import { RowId } from "./RowId.ts"

/** Version of the row and its links, raised by triggers (migration 0010). */
export const versioned = { version: Schema.Int }

/** Version that the client read; any other current version is a conflict (`stale_plan`). */
export const readVersion = { version: Schema.optionalKey(RowId) }
