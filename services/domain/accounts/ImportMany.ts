import { Schema } from "effect"
import { RowId } from "../platform/RowId.ts"
import { Name, Text } from "../platform/Text.ts"
import { GroupLinks, UserLinks } from "../identity/Links.ts"

export const MAX_IMPORTED = 2_000

const once = Schema.makeFilter((ids: ReadonlyArray<string>) => {
  const seen = new Set<string>()
  for (const [index, id] of ids.entries()) {
    if (seen.has(id)) return { path: [index], issue: "This is in the list already" }
    seen.add(id)
  }
  return true
})

const selection = {
  kind: Schema.Literals(["account", "s3_user"]),
  storage_endpoint_id: RowId,
  ids: Schema.Array(Name(300)).check(Schema.isMinLength(1), Schema.isMaxLength(MAX_IMPORTED), once),
  user_links: Schema.optionalKey(UserLinks.check(Schema.isMaxLength(100))),
  group_links: Schema.optionalKey(GroupLinks.check(Schema.isMaxLength(100)))
}

export const PlanImport = Schema.Struct(selection).annotate({ identifier: "PlanImport" })
export type PlanImport = typeof PlanImport.Type

export const StartImport = Schema.Struct({ ...selection, plan_hash: Schema.optionalKey(Text(200)) }).annotate({
  identifier: "StartImport"
})
export type StartImport = typeof StartImport.Type
