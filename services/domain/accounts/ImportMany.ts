import { Schema } from "effect"
import { RowId } from "../platform/RowId.ts"
import { Name, Text } from "../platform/Text.ts"
import { GroupLinks, UserLinks } from "../identity/Links.ts"

/** So many in one run; whoever has more begins another. */
export const mostImported = 2_000

const once = Schema.makeFilter((ids: ReadonlyArray<string>) => {
  const seen = new Set<string>()
  for (const [index, id] of ids.entries()) {
    if (seen.has(id)) return { path: [index], issue: "This is in the list already" }
    seen.add(id)
  }
  return true
})

const what = {
  kind: Schema.Literals(["account", "s3_user"]),
  storage_endpoint_id: RowId,
  /** Account ids, or uids, as the gateway names them. */
  ids: Schema.Array(Name(300)).check(Schema.isMinLength(1), Schema.isMaxLength(mostImported), once),
  /** Who may act as each of them. */
  user_links: Schema.optionalKey(UserLinks.check(Schema.isMaxLength(100))),
  group_links: Schema.optionalKey(GroupLinks.check(Schema.isMaxLength(100)))
}

/** What would be registered. */
export const PlanImport = Schema.Struct(what).annotate({ identifier: "PlanImport" })
export type PlanImport = typeof PlanImport.Type

/** Registers it. With the hash of a plan only while that plan holds. */
export const StartImport = Schema.Struct({ ...what, plan_hash: Schema.optionalKey(Text(200)) }).annotate({ identifier: "StartImport" })
export type StartImport = typeof StartImport.Type
