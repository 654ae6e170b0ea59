import { Effect, Option } from "effect"
import { parseContextId } from "#domain/accounts/contexts/ContextId.ts"
import type { ResolvedContext } from "#domain/accounts/contexts/CurrentContext.ts"
import { Forbidden } from "#domain/platform/errors/Errors.ts"
import type { KeyOwner } from "#services/accounts/ownerKeys.ts"
import { ContextCapabilities } from "#services/accounts/contexts/ContextCapabilities.ts"

export const makeClusterKeyOwner = Effect.gen(function* () {
  const capabilities = yield* ContextCapabilities
  return Effect.fnUntraced(function* (context: ResolvedContext) {
    const ref = Option.getOrNull(parseContextId(context.context.id))
    if (ref !== null && ref.kind !== "connection" && context.admin !== null)
      return { kind: ref.kind, id: ref.id } satisfies KeyOwner
    const adminCapability = (yield* capabilities.of(context)).find(({ name }) => name === "admin_ops")
    return yield* new Forbidden({
      code: "workspace_unavailable",
      detail: adminCapability?.reason ?? "Keys cannot be managed in this context",
      remediation_reason: "cluster_keys_unavailable"
    })
  })
})
