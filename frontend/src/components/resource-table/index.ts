export { type Columns, columns, sortableOf } from "./columns"
export { byCursor, byPage } from "./query-of"
export { localPage, matching } from "./local-page"
export { ResourceTable } from "./resource-table"
export { deselect } from "./deselect"
export type {
  Column,
  CursorQuery,
  Fetcher,
  ListQuery,
  Noun,
  OffsetQuery,
  Reading,
  Row,
  Staleness,
  TablePage
} from "./types"
export { selectedKeys, type Table, useResourceTable } from "./use-resource-table"
