import type { Requirement } from "#api/Access.ts"
import type { GrantedRights, ManagerTool, Privilege } from "#domain/platform/access/UserRights.ts"
import { Forbidden } from "#domain/platform/errors/Errors.ts"

const privilegeOf = (requirement: Requirement): Privilege | null => {
  if (requirement._tag !== "Scoped") return null
  if (requirement.scope.startsWith("cluster-admin.")) return "cluster_admin"
  return requirement.scope.startsWith("storage-ops.") ? "storage_ops" : null
}

const disabledForUser = (what: string) =>
  new Forbidden({
    code: "workspace_unavailable",
    detail: `${what} is switched off for you: an administrator can switch it on, for you or for a group that you are in`
  })

const disabledForAll = (what: string) =>
  new Forbidden({
    code: "workspace_unavailable",
    detail: `${what} is switched off for everybody: a superadmin can switch it on in the settings`
  })

const workspaces: Record<Privilege, string> = {
  cluster_admin: "The Cluster Admin workspace",
  storage_ops: "The Storage Ops workspace"
}
const tools: Record<ManagerTool, string> = {
  bucket_compare: "Comparing buckets",
  bucket_migration: "Migrating buckets",
  feature_rules: "The list of feature rules",
  usage_stats: "Usage",
  private_access: "Private access"
}

export const needsRight = (requirement: Requirement, tool: ManagerTool | null): boolean =>
  tool !== null || privilegeOf(requirement) !== null

export const refuseRight = (
  requirement: Requirement,
  tool: ManagerTool | null,
  rights: GrantedRights
): Forbidden | null => {
  const privilege = privilegeOf(requirement)
  if (privilege !== null && !rights.privileges[privilege]) return disabledForUser(workspaces[privilege])
  if (tool === null || rights.manager_tools[tool]) return null
  return rights.disabled_tools.includes(tool) ? disabledForAll(tools[tool]) : disabledForUser(tools[tool])
}
