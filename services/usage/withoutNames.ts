import type { ResolvedContext } from "#domain/accounts/contexts/CurrentContext.ts"
import type { UsageContents } from "#domain/usage/UsageContents.ts"

/** Whoever may not browse objects is not told how their keys begin. */
export const withoutNames = <Contents extends UsageContents>({ context }: ResolvedContext, contents: Contents): Contents =>
  context.capabilities.can_browse_objects ? contents : { ...contents, prefixes: null }
