import type { ContextsState } from "~/lib/execution-contexts"

/** Keeps context or endpoint but no other state, so that the address can be shared. `search`: the page's query. */
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
