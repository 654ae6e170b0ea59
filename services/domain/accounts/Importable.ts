import { Schema } from "effect"
import { RowId } from "../platform/RowId.ts"
import { SearchText, Text } from "../platform/Text.ts"

/** An account or user that a gateway has and nobody has registered yet. */
export const Importable = Schema.Struct({
  /** Account id, or uid. */
  id: Schema.String,
  /** Null where the endpoint's key may list, but not read it. */
  name: Schema.NullOr(Schema.String),
  suspended: Schema.Boolean
}).annotate({ identifier: "Importable" })
export type Importable = typeof Importable.Type

export const ImportablePage = Schema.Struct({
  items: Schema.Array(Importable),
  /** Where to look on; null at the end. */
  next_after: Schema.NullOr(Schema.String),
  /** How many ids were looked at, and how many there are to look at from the beginning. */
  looked_at: Schema.Int,
  candidates: Schema.Int,
  /** `id`: there are too many to read every name for a search; of accounts the exact name is looked up. */
  searched: Schema.Literals(["id", "id_and_name"]),
  /** The gateway has more than are ever listed: what is missing here can be typed. */
  incomplete: Schema.Boolean
}).annotate({ identifier: "ImportablePage" })
export type ImportablePage = typeof ImportablePage.Type

/** What of a gateway is asked for; in the order of ids, from behind `after`. */
export const importableQuery = {
  storage_endpoint_id: RowId,
  search: Schema.optionalKey(SearchText),
  after: Schema.optionalKey(Text(1000)),
  limit: Schema.optionalKey(Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: 100 })))
}
const Query = Schema.Struct(importableQuery)
export type ImportableQuery = typeof Query.Type
