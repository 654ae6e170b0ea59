import type { ContextsState } from "~/lib/execution-contexts"

/** Address that opens a row on this page in the same context, without other state, so that it can be shared. */
export const addressOfRow = (
  { current, workspace }: Pick<ContextsState, "current" | "workspace">,
  key: string
): string =>
  `?${new URLSearchParams({ ...(workspace === null || current === null ? {} : { context_id: current.id }), open: key })}`
