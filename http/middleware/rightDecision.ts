import type { Requirement } from "#api/Access.ts"
import type { GrantedRights, ManagerTool, Privilege } from "#domain/platform/access/UserRights.ts"
import { scopeDomain } from "#domain/platform/access/Scope.ts"
import { type WorkspaceRule, workspaces } from "#domain/platform/access/workspaces.ts"
import { Forbidden } from "#domain/platform/errors/Errors.ts"

const isPrivilege = (rule: WorkspaceRule): rule is Privilege => rule === "cluster_admin" || rule === "storage_ops"

const privilegeOf = (requirement: Requirement): { readonly privilege: Privilege; readonly label: string } | null => {
  if (requirement._tag !== "Scoped") return null
  const domain = scopeDomain(requirement.scope)
  const workspace = workspaces.find(({ id }) => id === domain)
  return workspace !== undefined && isPrivilege(workspace.rule)
    ? { privilege: workspace.rule, label: workspace.label }
    : null
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
  const privileged = privilegeOf(requirement)
  if (privileged !== null && !rights.privileges[privileged.privilege])
    return disabledForUser(`The ${privileged.label} workspace`)
  if (tool === null || rights.manager_tools[tool]) return null
  return rights.disabled_tools.includes(tool) ? disabledForAll(tools[tool]) : disabledForUser(tools[tool])
}
