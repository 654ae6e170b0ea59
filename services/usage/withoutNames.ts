import type { ResolvedContext } from "#domain/accounts/contexts/CurrentContext.ts"
import type { UsageContents } from "#domain/usage/UsageContents.ts"

/** Hides key prefixes from users who may not browse objects. */
export const withoutNames = <Contents extends UsageContents>(
  { context }: ResolvedContext,
  contents: Contents
): Contents => (context.capabilities.can_browse_objects ? contents : { ...contents, prefixes: null })
