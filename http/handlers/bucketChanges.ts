import { Effect } from "effect"
import { CurrentScope } from "#domain/accounts/scope/RequestScope.ts"
import type { PlanBucketChange, StartBucketChange } from "#domain/buckets/changes/BucketChangeRequest.ts"
import { callerUser, CurrentCaller } from "#domain/platform/access/Caller.ts"
import { BucketChanges } from "#services/buckets/changes/BucketChanges.ts"
import type { ChangeScope } from "#services/buckets/changes/changeContexts.ts"

const currentChangeScope = Effect.gen(function* () {
  const scope = yield* CurrentScope
  const user = callerUser(yield* CurrentCaller)
  if (user === null) return yield* Effect.die(new Error("Only users have bucket workbenches"))
  const changeScope: ChangeScope | null =
    scope._tag === "Endpoint"
      ? { workspace: "cluster-admin", user_id: user.id, endpoint_id: scope.endpoint.id }
      : scope._tag === "Contexts"
        ? { workspace: "storage-ops", user_id: user.id }
        : null
  return changeScope ?? (yield* Effect.die(new Error(`The scope ${scope._tag} has no bucket workbench`)))
})

export const makeBucketChangeHandlers = Effect.map(BucketChanges, (changes) => ({
  plan: Effect.fn("bucketChanges.plan")(function* ({ payload }: { readonly payload: PlanBucketChange }) {
    return yield* changes.plan(yield* currentChangeScope, payload)
  }),
  start: Effect.fn("bucketChanges.start")(function* ({ payload }: { readonly payload: StartBucketChange }) {
    return yield* changes.start(yield* CurrentCaller, yield* currentChangeScope, payload)
  })
}))
