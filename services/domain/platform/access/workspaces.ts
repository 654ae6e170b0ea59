/** Rule that opens a workspace: a role, a portal role on an account, or a privilege. */
export type WorkspaceRule = "administrators" | "everybody" | "portal_role" | "cluster_admin" | "storage_ops"

/**
 * The workspaces. Access, the navigation, the scopes of API tokens and the right of streams derive from this list.
 * It imports nothing, so that the console can read it.
 */
export const workspaces = [
  { id: "admin", label: "Admin", rule: "administrators" },
  { id: "manager", label: "Manager", rule: "everybody" },
  { id: "browser", label: "Browser", rule: "everybody" },
  { id: "portal", label: "Portal", rule: "portal_role" },
  { id: "cluster-admin", label: "Cluster Admin", rule: "cluster_admin" },
  { id: "storage-ops", label: "Storage Ops", rule: "storage_ops" }
] as const satisfies ReadonlyArray<{ readonly id: string; readonly label: string; readonly rule: WorkspaceRule }>

export type WorkspaceId = (typeof workspaces)[number]["id"]

export const workspaceIds: ReadonlyArray<WorkspaceId> = workspaces.map(({ id }) => id)
