import { component$ } from "@builder.io/qwik"
import type { Answer } from "~/client/contract"
import { CheckField } from "~/components/ui/field"

type Rights = Pick<Answer<"GET /api/admin/groups/:id">, "manager_tools" | "privileges">

const PRIVILEGES = [
  [
    "cluster_admin",
    "Cluster Admin",
    "Opens the workspace of whole endpoints: RGW accounts, RGW users and buckets of everybody."
  ],
  ["storage_ops", "Storage Ops", "Opens the workspace of buckets across execution contexts."]
] as const
const TOOLS = [
  ["usage_stats", "Usage"],
  ["bucket_compare", "Compare buckets"],
  ["bucket_migration", "Migrate buckets"],
  ["feature_rules", "Feature rules"],
  ["private_access", "Private access"]
] as const

export const rightNames: Readonly<Record<string, string>> = Object.fromEntries(
  [...PRIVILEGES, ...TOOLS].map(([name, words]) => [name, words])
)

export const switchChanges = (values: Readonly<Record<string, string>>, before: Rights | undefined) => {
  const privileges = Object.fromEntries(
    PRIVILEGES.map(([name]) => [name, values[`privileges.${name}`] === "true"] as const).filter(
      ([name, on]) => on !== (before?.privileges[name] ?? false)
    )
  )
  const tools = Object.fromEntries(
    TOOLS.map(([name]) => [name, values[`manager_tools.${name}`] === "true"] as const).filter(
      ([name, on]) => on !== (before?.manager_tools[name] ?? false)
    )
  )
  return {
    ...(Object.keys(privileges).length > 0 ? { privileges } : {}),
    ...(Object.keys(tools).length > 0 ? { manager_tools: tools } : {})
  }
}

export const RightSwitches = component$<{ readonly row: Rights | undefined; readonly tools: string }>(
  ({ row, tools }) => (
    <div class="grid gap-4 sm:grid-cols-2">
      <fieldset class="grid content-start gap-2">
        <legend class="mb-1 font-medium">Workspaces</legend>
        {PRIVILEGES.map(([name, label, hint]) => (
          <CheckField
            key={name}
            name={`privileges.${name}`}
            label={label}
            hint={hint}
            checked={row?.privileges[name] ?? false}
          />
        ))}
      </fieldset>
      <fieldset class="grid content-start gap-2">
        <legend class="mb-1 font-medium">Tools of the Manager</legend>
        <p class="text-xs text-ink-3">{tools}</p>
        {TOOLS.map(([name, label]) => (
          <CheckField
            key={name}
            name={`manager_tools.${name}`}
            label={label}
            checked={row?.manager_tools[name] ?? false}
          />
        ))}
      </fieldset>
    </div>
  )
)
