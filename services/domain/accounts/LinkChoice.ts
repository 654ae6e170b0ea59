import { Schema } from "effect"
import { pageOf } from "../platform/Paging.ts"

/** What can be linked: with a console user or a group, or they with it. */
export const linkKinds = ["account", "s3_user", "s3_connection", "group", "user"] as const
export const LinkKind = Schema.Literals(linkKinds).annotate({ identifier: "LinkKind" })
export type LinkKind = typeof LinkKind.Type

/** Something to choose for a link: what it is called, and nothing of what it is linked with already. */
export const LinkChoice = Schema.Struct({
  id: Schema.Int,
  name: Schema.String,
  /** What tells it from others of the name: an id on its gateway, an address, an e-mail, a description. May be empty. */
  detail: Schema.String,
  /** The storage endpoint that it is on; null: it is on none that is registered. */
  storage_endpoint_name: Schema.NullOr(Schema.String),
  /** False: a console user who is not active or has no role yet. */
  is_active: Schema.Boolean
}).annotate({ identifier: "LinkChoice" })
export type LinkChoice = typeof LinkChoice.Type

export const linkChoiceSortKeys = ["name"] as const
export type LinkChoiceSortKey = typeof linkChoiceSortKeys[number]
export const LinkChoicePage = pageOf(LinkChoice).annotate({ identifier: "LinkChoicePage" })
