import type { ContextCapabilities } from "#domain/accounts/contexts/ExecutionContext.ts"
import type { UsageContents } from "#domain/usage/UsageContents.ts"

/** Listing whose usage is read, and whether its reader may browse objects. A resolved context is one. */
export interface UsageReader {
  readonly listingKey: string
  readonly context: { readonly capabilities: Pick<ContextCapabilities, "can_browse_objects"> }
}

/** Hides key prefixes from users who may not browse objects. */
export const withoutNames = <Contents extends UsageContents>({ context }: UsageReader, contents: Contents): Contents =>
  context.capabilities.can_browse_objects ? contents : { ...contents, prefixes: null }
