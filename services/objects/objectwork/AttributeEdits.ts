import { Context, Effect, Layer } from "effect"
import type { Caller } from "#domain/platform/access/Caller.ts"
import type { ResolvedContext } from "#domain/accounts/contexts/CurrentContext.ts"
import type { EditAttributes } from "#domain/objects/objectwork/EditAttributes.ts"
import type { WorkRun } from "#domain/platform/work/WorkRun.ts"
import { Work } from "#services/platform/work/Work.ts"
import type { PlanFailure } from "#services/platform/work/WorkKind.ts"
import { attributeEditing, type AttributesParams } from "./attributesKind.ts"
import { validSelection } from "./ObjectWork.ts"

export class AttributeEdits extends Context.Service<
  AttributeEdits,
  {
    readonly edit: (
      caller: Caller,
      context: ResolvedContext,
      bucket: string,
      wanted: EditAttributes
    ) => Effect.Effect<WorkRun, PlanFailure>
  }
>()("stowage/services/objects/objectwork/AttributeEdits") {
  static readonly layer = Layer.effect(
    AttributeEdits,
    Effect.gen(function* () {
      const work = yield* Work
      return AttributeEdits.of({
        edit: Effect.fn("AttributeEdits.edit")(function* (
          caller: Caller,
          { context, listingKey }: ResolvedContext,
          bucket: string,
          { change, ...selection }: EditAttributes
        ) {
          const params: AttributesParams = {
            context_id: context.id,
            listing_key: listingKey,
            bucket,
            selection: yield* validSelection(selection),
            change
          }
          return yield* work.start(caller, attributeEditing, params, null)
        })
      })
    })
  )
}
