import type { ContextsState } from "~/lib/execution-contexts"

/** The address that opens a row on the present page: in the same context, and with nothing else, so that it can be handed on. */
export const addressOfRow = ({ current, workspace }: Pick<ContextsState, "current" | "workspace">, key: string): string =>
  `?${new URLSearchParams({ ...(workspace === null || current === null ? {} : { context_id: current.id }), open: key })}`
