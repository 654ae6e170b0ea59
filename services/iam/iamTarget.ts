import { Effect } from "effect"
import type { ResolvedContext } from "#domain/accounts/contexts/CurrentContext.ts"
import { Forbidden } from "#domain/platform/errors/Errors.ts"
import { ContextCapabilities } from "#services/accounts/contexts/ContextCapabilities.ts"

export const makeIamTarget = Effect.gen(function* () {
  const capabilities = yield* ContextCapabilities
  return Effect.fnUntraced(function* (context: ResolvedContext) {
    if (context.context.capabilities.can_manage_iam) return context.s3
    const iamCapability = (yield* capabilities.of(context)).find(({ name }) => name === "iam")
    return yield* new Forbidden({
      code: "workspace_unavailable",
      detail: iamCapability?.reason ?? "IAM cannot be managed in this context",
      remediation_reason: "iam_unavailable"
    })
  })
})
