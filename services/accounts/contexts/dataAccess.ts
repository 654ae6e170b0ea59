import { Effect } from "effect"
import { sharedRemediation } from "#domain/accounts/Connection.ts"
import type { ResolvedContext } from "#domain/accounts/contexts/CurrentContext.ts"
import { Forbidden } from "#domain/platform/errors/Errors.ts"

export const requireDataAccess = (context: ResolvedContext): Effect.Effect<ResolvedContext, Forbidden> => {
  const { capabilities, kind } = context.context
  if (capabilities.can_browse_objects) return Effect.succeed(context)
  return kind === "connection"
    ? new Forbidden({
        code: "workspace_unavailable",
        remediation_reason: sharedRemediation,
        detail: "This is a shared S3 connection: it opens in Manager, and its objects are not for Browser"
      })
    : new Forbidden({
        code: "workspace_unavailable",
        remediation_reason: "manager_browser_data_access_missing",
        detail: "You manage this account without access to its data: an administrator can allow it"
      })
}
