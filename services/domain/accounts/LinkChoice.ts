import { Schema } from "effect"
import { pageOf } from "../platform/Paging.ts"

export const linkKinds = ["account", "s3_user", "s3_connection", "group", "user"] as const
export const LinkKind = Schema.Literals(linkKinds).annotate({ identifier: "LinkKind" })
export type LinkKind = typeof LinkKind.Type

export const LinkChoice = Schema.Struct({
  id: Schema.Int,
  name: Schema.String,
  detail: Schema.String,
  storage_endpoint_name: Schema.NullOr(Schema.String),
  is_active: Schema.Boolean
}).annotate({ identifier: "LinkChoice" })
export type LinkChoice = typeof LinkChoice.Type

export const linkChoiceSortKeys = ["name"] as const
export type LinkChoiceSortKey = (typeof linkChoiceSortKeys)[number]
export const LinkChoicePage = pageOf(LinkChoice).annotate({ identifier: "LinkChoicePage" })
