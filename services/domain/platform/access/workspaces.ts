export type WorkspaceRule = "administrators" | "everybody" | "portal_role" | "cluster_admin" | "storage_ops"

/** Access, navigation, token scopes and stream rights derive from it. Imports nothing: the console reads it. */
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
