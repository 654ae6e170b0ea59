import type { ContextCapabilities } from "#domain/accounts/contexts/ExecutionContext.ts"
import type { UsageContents } from "#domain/usage/UsageContents.ts"

export interface UsageReader {
  readonly listingKey: string
  readonly context: { readonly capabilities: Pick<ContextCapabilities, "can_browse_objects"> }
}

export const hideObjectNames = <Contents extends UsageContents>(
  { context }: UsageReader,
  contents: Contents
): Contents => (context.capabilities.can_browse_objects ? contents : { ...contents, prefixes: null })
