import { Effect } from "effect"
import { CurrentScope } from "#domain/accounts/scope/RequestScope.ts"
import type { EditBucketView, NewBucketView } from "#domain/buckets/workbench/BucketView.ts"
import { CurrentCaller } from "#domain/platform/access/Caller.ts"
import { BucketViews, type ViewScope } from "#services/buckets/workbench/BucketViews.ts"

const currentViewScope = Effect.gen(function* () {
  const scope = yield* CurrentScope
  const caller = yield* CurrentCaller
  const viewScope: ViewScope | null =
    scope._tag === "Endpoint"
      ? { workbench: "cluster-admin", place: scope.endpoint.id, caller }
      : scope._tag === "Contexts"
        ? { workbench: "storage-ops", place: null, caller }
        : null
  return viewScope ?? (yield* Effect.die(new Error(`The scope ${scope._tag} has no bucket workbench`)))
})

interface ViewRequest<Payload> {
  readonly params: { readonly view_id: number }
  readonly payload: Payload
}

export const makeBucketViewHandlers = Effect.map(BucketViews, (views) => ({
  list: Effect.fn("bucketViews.list")(function* () {
    return { items: yield* views.list(yield* currentViewScope) }
  }),
  create: Effect.fn("bucketViews.create")(function* ({ payload }: { readonly payload: NewBucketView }) {
    return yield* views.create(yield* currentViewScope, payload)
  }),
  edit: Effect.fn("bucketViews.edit")(function* ({ params, payload }: ViewRequest<EditBucketView>) {
    return yield* views.edit(yield* currentViewScope, params.view_id, payload)
  }),
  remove: Effect.fn("bucketViews.remove")(function* ({ params }: Pick<ViewRequest<never>, "params">) {
    yield* views.remove(yield* currentViewScope, params.view_id)
  })
}))
