import type { IconName } from "~/lib/icon-names"
import type { WorkspaceFrame } from "./workspaces"

/** Something the palette can do: go to an address. */
export interface Command {
  readonly label: string
  readonly group: string
  readonly href: string
  readonly icon: IconName
}

const ACTIONS: ReadonlyArray<Command & { readonly workspace: string }> = [
  { workspace: "manager", label: "Create bucket…", group: "Action", href: "/manager/buckets?create=1", icon: "plus" },
  { workspace: "admin", label: "Add storage endpoint…", group: "Action", href: "/admin/storage-endpoints?create=1", icon: "plus" },
  { workspace: "admin", label: "Import RGW account…", group: "Action", href: "/admin/accounts?import=1", icon: "download" },
  { workspace: "admin", label: "Import RGW user…", group: "Action", href: "/admin/s3-users?import=1", icon: "download" },
  { workspace: "admin", label: "Create user…", group: "Action", href: "/admin/users?create=1", icon: "user-plus" },
  { workspace: "admin", label: "Add OpenID Connect provider…", group: "Action", href: "/admin/identity/providers?create=oidc", icon: "plus" },
  { workspace: "admin", label: "Add LDAP directory…", group: "Action", href: "/admin/identity/providers?create=ldap", icon: "plus" }
]

/** Pages and actions of these workspaces whose name contains every word that was typed. */
export const findCommands = (workspaces: ReadonlyArray<WorkspaceFrame>, text: string): ReadonlyArray<Command> => {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean)
  const pages = workspaces.flatMap((workspace) =>
    workspace.nav.flatMap((group) => group.items.map((item): Command => ({ label: item.label, group: workspace.label, href: item.href, icon: item.icon })))
  )
  const actions = ACTIONS.filter((action) => workspaces.some((workspace) => workspace.id === action.workspace))
  return [...pages, ...actions].filter((command) => {
    const name = `${command.group} ${command.label}`.toLowerCase()
    return words.every((word) => name.includes(word))
  }).slice(0, 8)
}
