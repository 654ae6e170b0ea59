import { Schema } from "effect"
import { RowId } from "./RowId.ts"

/** Raised by triggers (migration 0010) when the row or its links change. */
export const versioned = { version: Schema.Int }

/** Version that the client read; any other current version is a conflict (`stale_plan`). */
export const readVersion = { version: Schema.optionalKey(RowId) }
