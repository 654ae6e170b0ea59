import { Effect } from "effect"
import type { ResolvedContext } from "#domain/accounts/contexts/CurrentContext.ts"
import { Forbidden } from "#domain/platform/errors/Errors.ts"
import { ContextCapabilities } from "#services/accounts/contexts/ContextCapabilities.ts"

export const makeTopicContext = Effect.gen(function* () {
  const capabilities = yield* ContextCapabilities
  return Effect.fnUntraced(function* (context: ResolvedContext) {
    const known = (yield* capabilities.of(context)).find(({ name }) => name === "topics")
    if (known?.available === true) return context
    const reason = known?.reason ?? "Topics cannot be managed in this context"
    const evidence = known?.evidence ?? null
    return yield* new Forbidden({
      code: "workspace_unavailable",
      detail: evidence === null ? reason : `${reason} (${evidence})`,
      remediation_reason: "topics_unavailable"
    })
  })
})
