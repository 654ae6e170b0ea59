import { Schema } from "effect"
import { commaSeparated } from "../../platform/Filters.ts"
import { type OffsetQuery, pageOf } from "../../platform/Paging.ts"
import { Share, ShareKind, ShareState } from "./Share.ts"

const {
  bucket,
  bytes,
  context_id,
  created_at,
  expires_at,
  has_password,
  id,
  kind,
  made_by,
  max_uses,
  prefix,
  revoked_at,
  state,
  title,
  uses
} = Share.fields

/** Omits the address and object names. */
export const ManagedShare = Schema.Struct({
  id,
  kind,
  state,
  title,
  bucket,
  prefix,
  folders: Schema.Array(Schema.String),
  entries: Schema.Int,
  has_password,
  made_by,
  context_id,
  context_name: Schema.String,
  storage: Schema.String,
  created_at,
  expires_at,
  revoked_at,
  max_uses,
  uses,
  bytes
}).annotate({ identifier: "ManagedShare" })
export type ManagedShare = typeof ManagedShare.Type

export const ManagedShareList = Schema.Struct({ items: Schema.Array(ManagedShare) }).annotate({
  identifier: "ManagedShareList"
})
export const ManagedSharePage = pageOf(ManagedShare).annotate({ identifier: "ManagedSharePage" })

export const managedShareSortKeys = [
  "title",
  "bucket",
  "made_by",
  "state",
  "uses",
  "bytes",
  "created_at",
  "expires_at"
] as const
export const managedShareFilters = {
  state: Schema.optionalKey(commaSeparated(ShareState.literals)),
  kind: Schema.optionalKey(commaSeparated(ShareKind.literals))
}
const Filters = Schema.Struct(managedShareFilters)
export type ManagedShareQuery = OffsetQuery<(typeof managedShareSortKeys)[number]> & typeof Filters.Type
