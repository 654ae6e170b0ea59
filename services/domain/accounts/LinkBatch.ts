import { Schema } from "effect"
import { readVersion } from "../platform/RowVersion.ts"
import { RowId } from "../platform/RowId.ts"
import { GroupLinks, UserLinks } from "../identity/Links.ts"
import { RgwAccount, S3User } from "./StorageAccess.ts"

const LinkBatchItem = Schema.Struct({
  id: RowId,
  user_links: Schema.optionalKey(UserLinks),
  group_links: Schema.optionalKey(GroupLinks),
  ...readVersion
}).annotate({ identifier: "LinkBatchItem" })
export type LinkBatchItem = typeof LinkBatchItem.Type

const once = Schema.makeFilter((items: ReadonlyArray<LinkBatchItem>) => {
  const seen = new Set<number>()
  for (const [index, { id }] of items.entries()) {
    if (seen.has(id)) return { path: [index, "id"], issue: "This is in the list already" }
    seen.add(id)
  }
  return true
})
const items = Schema.Array(LinkBatchItem).check(Schema.isMinLength(1), Schema.isMaxLength(500), once)

export const AccountLinkBatch = Schema.Struct({ accounts: items }).annotate({ identifier: "AccountLinkBatch" })
export const S3UserLinkBatch = Schema.Struct({ s3_users: items }).annotate({ identifier: "S3UserLinkBatch" })

export const SavedAccountLinks = Schema.Struct({ accounts: Schema.Array(RgwAccount) }).annotate({
  identifier: "SavedAccountLinks"
})
export const SavedS3UserLinks = Schema.Struct({ s3_users: Schema.Array(S3User) }).annotate({
  identifier: "SavedS3UserLinks"
})
