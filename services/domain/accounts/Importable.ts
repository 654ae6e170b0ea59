import { Schema } from "effect"
import { RowId } from "../platform/RowId.ts"
import { SearchText, Text } from "../platform/Text.ts"

export const Importable = Schema.Struct({
  id: Schema.String,
  name: Schema.NullOr(Schema.String),
  suspended: Schema.Boolean
}).annotate({ identifier: "Importable" })
export type Importable = typeof Importable.Type

export const ImportablePage = Schema.Struct({
  items: Schema.Array(Importable),
  next_after: Schema.NullOr(Schema.String),
  looked_at: Schema.Int,
  candidates: Schema.Int,
  searched: Schema.Literals(["id", "id_and_name"]),
  incomplete: Schema.Boolean
}).annotate({ identifier: "ImportablePage" })
export type ImportablePage = typeof ImportablePage.Type

export const importableQuery = {
  storage_endpoint_id: RowId,
  search: Schema.optionalKey(SearchText),
  after: Schema.optionalKey(Text(1000)),
  limit: Schema.optionalKey(Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: 100 })))
}
const Query = Schema.Struct(importableQuery)
export type ImportableQuery = typeof Query.Type
