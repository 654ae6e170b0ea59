import { Effect } from "effect"
import { CurrentCaller } from "#domain/access/Caller.ts"
import { ExecutionContexts } from "#services/contexts/ExecutionContexts.ts"

/** The context of a Browser request: data access is asked for, whichever console page embeds the explorer. */
export const browserContext = Effect.fnUntraced(function*(contextId: string) {
  const contexts = yield* ExecutionContexts
  return yield* contexts.resolve(yield* CurrentCaller, "browser", contextId)
})
