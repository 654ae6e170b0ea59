import { Schema } from "effect"

/** PostgreSQL raises an error for a larger number than int4 instead of finding no row. */
export const RowId = Schema.Int.check(Schema.isInt32())

export const isRowId = (id: number): boolean => id <= 2_147_483_647
