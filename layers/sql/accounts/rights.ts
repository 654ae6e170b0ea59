import type { ContextWorkspace } from "#domain/accounts/contexts/ExecutionContext.ts"

export const rights: Record<ContextWorkspace, string> = {
  manager: "l.manager_role is not null",
  browser: "l.allow_manager_browser_data_access"
}
