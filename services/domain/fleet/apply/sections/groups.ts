import { Schema } from "effect"
import { CreateUiGroup } from "../../../identity/UiGroup.ts"
import { EmailAddress } from "../../../platform/Text.ts"
import { declareSection, referencesTo } from "../declareSection.ts"

const { description, manager_tools, name, privileges } = CreateUiGroup.fields

export const GroupEntry = Schema.Struct({
  name,
  description,
  privileges,
  manager_tools,
  members: Schema.optionalKey(Schema.Array(EmailAddress).check(Schema.isMaxLength(10_000)))
}).annotate({ identifier: "GroupEntry" })

export const groups = declareSection({
  entry: GroupEntry,
  noun: "group",
  nameOf: ({ name }) => name,
  keyOf: ({ name }) => name.toLowerCase(),
  fields: ["name", "description", "privileges", "manager_tools"],
  links: ["members"],
  linksNoun: "its members",
  flatten: { members: (all) => all.map((email) => [`members[${email.toLowerCase()}]`, "member"]) },
  references: ({ members }) => referencesTo("users", "links", members, (index) => ["members", index])
})
