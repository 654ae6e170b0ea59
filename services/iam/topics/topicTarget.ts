import { Effect } from "effect"
import type { ResolvedContext } from "#domain/accounts/contexts/CurrentContext.ts"
import { Forbidden } from "#domain/platform/errors/Errors.ts"
import { ContextCapabilities } from "#services/accounts/contexts/ContextCapabilities.ts"

export const makeTopicContext = Effect.gen(function* () {
  const capabilities = yield* ContextCapabilities
  return Effect.fnUntraced(function* (context: ResolvedContext) {
    const topicsCapability = (yield* capabilities.of(context)).find(({ name }) => name === "topics")
    if (topicsCapability?.available === true) return context
    const reason = topicsCapability?.reason ?? "Topics cannot be managed in this context"
    const evidence = topicsCapability?.evidence ?? null
    return yield* new Forbidden({
      code: "workspace_unavailable",
      detail: evidence === null ? reason : `${reason} (${evidence})`,
      remediation_reason: "topics_unavailable"
    })
  })
})
