import { Context, Effect, Layer } from "effect"
import type { Caller } from "#domain/access/Caller.ts"
import type { ResolvedContext } from "#domain/contexts/CurrentContext.ts"
import type { EditAttributes } from "#domain/objectwork/EditAttributes.ts"
import type { WorkRun } from "#domain/work/WorkRun.ts"
import { Work } from "#services/work/Work.ts"
import type { PlanFailure } from "#services/work/WorkKind.ts"
import { attributeEditing, type AttributesParams } from "./attributesKind.ts"
import { chosen } from "./ObjectWork.ts"

/** Attributes of many objects at once, as long work. Data is not audited. */
export class AttributeEdits extends Context.Service<AttributeEdits, {
  /** What names nothing, or changes nothing, is InvalidInput. */
  readonly edit: (caller: Caller, context: ResolvedContext, bucket: string, wanted: EditAttributes) => Effect.Effect<WorkRun, PlanFailure>
}>()("stowage/services/objectwork/AttributeEdits") {
  static readonly layer = Layer.effect(AttributeEdits, Effect.gen(function*() {
    const work = yield* Work
    return AttributeEdits.of({
      edit: Effect.fn("AttributeEdits.edit")(function*(caller: Caller, { context, listingKey }: ResolvedContext, bucket: string, { change, ...selection }: EditAttributes) {
        const params: AttributesParams = { context_id: context.id, listing_key: listingKey, bucket, selection: yield* chosen(selection), change }
        return yield* work.start(caller, attributeEditing, params, null)
      })
    })
  }))
}
