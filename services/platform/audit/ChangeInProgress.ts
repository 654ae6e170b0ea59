import { Context } from "effect"

/** True for gateway calls within a change, including its reads: they get the timeout of changes. */
export const ChangeInProgress = Context.Reference<boolean>("stowage/services/platform/audit/ChangeInProgress", {
  defaultValue: () => false
})
