import type { ContextsState } from "~/lib/execution-contexts"

/**
 * Address that opens a row on this page in the same context, or of the same endpoint, without other state, so that it
 * can be shared. `search`: the page's query.
 */
export const addressOfRow = (
  { current, workspace }: Pick<ContextsState, "current" | "workspace">,
  key: string,
  search = ""
): string => {
  const endpoint = new URLSearchParams(search).get("endpoint_id")
  return `?${new URLSearchParams({
    ...(workspace === null || current === null ? {} : { context_id: current.id }),
    ...(endpoint === null ? {} : { endpoint_id: endpoint }),
    open: key
  })}`
}
