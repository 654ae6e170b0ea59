import { createContextId, type Signal, useContext } from "@builder.io/qwik"
import type { PageScope } from "~/client/scope"
import { type ContextsState, ContextsContext } from "./execution-contexts"
import { frameOf } from "./frame-of"

/** Only a page that is about one has it; null: not known yet. */
export const EndpointIdContext = createContextId<Signal<string | null> | null>("stowage.endpoint")
export const AccountIdContext = createContextId<Signal<string | null> | null>("stowage.account")

export interface LiveScope extends PageScope {
  readonly contexts: ContextsState
}

export const useScope = (): LiveScope => ({
  contexts: useContext(ContextsContext),
  endpointId: useContext(EndpointIdContext, null),
  accountId: useContext(AccountIdContext, null)
})

/** Names what the rows of a page belong to: "" where all belong to the installation, null while it is not known. */
export const scopeKey = ({ accountId, contexts, endpointId }: LiveScope, path: string): string | null => {
  const id = endpointId ?? accountId
  if (id !== null) return id.value
  return frameOf(path).contexts === null ? "" : (contexts.current?.id ?? null)
}
