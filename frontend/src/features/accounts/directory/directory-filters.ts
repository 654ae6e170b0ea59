import { advancedFilter, boundRules, containsRule, equalsRule } from "~/components/filters/advanced-filter"
import type { FilterValues } from "~/components/filters/filter"

const usage = [
  { kind: "size", name: "size", label: "Size" },
  { kind: "number", name: "objects", label: "Objects" }
] as const

export const ACCOUNT_FILTERS = [{ kind: "text", name: "name", label: "Name" }, ...usage] as const

export const USER_FILTERS = [
  { kind: "text", name: "name", label: "Name" },
  { kind: "text", name: "account", label: "Account" },
  {
    kind: "choice",
    name: "state",
    label: "State",
    options: [
      { value: "active", label: "Active" },
      { value: "suspended", label: "Suspended" }
    ]
  },
  ...usage
] as const

export const accountFilterQuery = ({ name, objects, size }: FilterValues<typeof ACCOUNT_FILTERS>): string | null =>
  advancedFilter([
    ...containsRule("name", name),
    ...boundRules("used_bytes", size),
    ...boundRules("object_count", objects)
  ])

export const userFilterQuery = ({
  account,
  name,
  objects,
  size,
  state
}: FilterValues<typeof USER_FILTERS>): string | null =>
  advancedFilter([
    ...containsRule("display_name", name),
    ...containsRule("account_id", account),
    ...equalsRule("state", state),
    ...boundRules("used_bytes", size),
    ...boundRules("object_count", objects)
  ])
