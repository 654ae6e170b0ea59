import { Schema } from "effect"

/**
 * The number of a row as a request names it. PostgreSQL counts rows in 32 bits: a greater number names nothing, and asked for
 * it, the database fails instead of finding nothing.
 */
export const RowId = Schema.Int.check(Schema.isInt32())

/** Whether a table can have a row of this number. */
export const isRowId = (id: number): boolean => id <= 2_147_483_647
