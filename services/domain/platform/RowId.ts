import { Schema } from "effect"

/** Row id in a request. Ids are int4: PostgreSQL raises an error for a larger number instead of finding no row. */
export const RowId = Schema.Int.check(Schema.isInt32())

export const isRowId = (id: number): boolean => id <= 2_147_483_647
