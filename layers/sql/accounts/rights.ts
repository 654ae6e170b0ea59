import type { ContextWorkspace } from "#domain/accounts/contexts/ExecutionContext.ts"

/** What an association `l` must say: managing needs a manager role; seeing objects needs the right to the data as well. */
export const rights: Record<ContextWorkspace, string> = {
  manager: "l.manager_role is not null",
  browser: "l.allow_manager_browser_data_access"
}
