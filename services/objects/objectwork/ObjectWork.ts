import { Context, Effect, Layer } from "effect"
import type { Caller } from "#domain/platform/access/Caller.ts"
import type { ResolvedContext } from "#domain/accounts/contexts/CurrentContext.ts"
import { Conflict, InvalidInput } from "#domain/platform/errors/Errors.ts"
import type { CopyObjects, RenameObject } from "#domain/objects/objectwork/ObjectCopy.ts"
import type { DeleteObjects } from "#domain/objects/objectwork/ObjectDeletion.ts"
import { countSelected, type Selection, normalizeSelection } from "#domain/objects/objectwork/Selection.ts"
import type { WorkRun } from "#domain/platform/work/WorkRun.ts"
import { LifecycleScan } from "#services/buckets/lifecycle/LifecycleScan.ts"
import { Work } from "#services/platform/work/Work.ts"
import type { PlanFailure } from "#services/platform/work/WorkKind.ts"
import { ObjectStore } from "#services/objects/ObjectStore.ts"
import { type CopyParams, objectCopy } from "./copyKind.ts"
import { type DeletionParams, objectDeletion } from "./deletionKind.ts"

export const validSelection = (given: Partial<Selection>): Effect.Effect<Selection, InvalidInput> => {
  const selection = normalizeSelection(given)
  return countSelected(selection) === 0
    ? Effect.fail(InvalidInput.at("payload", "Give keys, versions or prefixes"))
    : Effect.succeed(selection)
}

const heldTo = ({ planned_at }: { readonly planned_at?: string }) => (planned_at === undefined ? {} : { planned_at })
const consented = ({ accept_losses }: Pick<CopyObjects, "accept_losses">) =>
  accept_losses === undefined ? {} : { accept_losses }

export class ObjectWork extends Context.Service<
  ObjectWork,
  {
    readonly remove: (
      caller: Caller,
      context: ResolvedContext,
      bucket: string,
      wanted: DeleteObjects
    ) => Effect.Effect<WorkRun, PlanFailure>
    /** Copies or moves to `there`, possibly another context of the user. */
    readonly copy: (
      caller: Caller,
      context: ResolvedContext,
      bucket: string,
      there: ResolvedContext,
      wanted: CopyObjects
    ) => Effect.Effect<WorkRun, PlanFailure>
    /** Conflict `already_exists` for a taken name without a conflict rule. */
    readonly rename: (
      caller: Caller,
      context: ResolvedContext,
      bucket: string,
      wanted: RenameObject
    ) => Effect.Effect<WorkRun, PlanFailure>
  }
>()("stowage/services/objects/objectwork/ObjectWork") {
  static readonly layer = Layer.effect(
    ObjectWork,
    Effect.gen(function* () {
      const work = yield* Work
      const [store, scan] = yield* Effect.all([ObjectStore, LifecycleScan])
      const placeOf = ({ context, listingKey }: ResolvedContext) => ({
        context_id: context.id,
        listing_key: listingKey
      })

      const remove = Effect.fn("ObjectWork.remove")(function* (
        caller: Caller,
        context: ResolvedContext,
        bucket: string,
        request: DeleteObjects
      ) {
        const params: DeletionParams = {
          ...placeOf(context),
          bucket,
          selection: yield* validSelection(request),
          depth: request.all_versions === true ? "versions" : "current",
          bypass_governance: request.bypass_governance ?? false,
          ...heldTo(request),
          hides: request.all_versions !== true && (yield* scan.versioning(context.s3, bucket)) === "enabled"
        }
        return yield* work.start(caller, objectDeletion, params, null)
      })

      const copy = Effect.fn("ObjectWork.copy")(function* (
        caller: Caller,
        context: ResolvedContext,
        bucket: string,
        targetContext: ResolvedContext,
        request: CopyObjects
      ) {
        const { base, move = false, on_conflict, target } = request
        const params: CopyParams = {
          ...placeOf(context),
          bucket,
          selection: yield* validSelection(request),
          base,
          move,
          on_conflict,
          renamed: null,
          ...heldTo(request),
          ...consented(request),
          target: { ...placeOf(targetContext), bucket: target.bucket_name, prefix: target.prefix }
        }
        yield* store.list(targetContext.s3, target.bucket_name, {
          prefix: target.prefix,
          delimiter: "/",
          continuationToken: null,
          maxKeys: 1
        })
        return yield* work.start(caller, objectCopy, params, null)
      })

      const rename = Effect.fn("ObjectWork.rename")(function* (
        caller: Caller,
        context: ResolvedContext,
        bucket: string,
        { from, kind, on_conflict, to, ...request }: RenameObject
      ) {
        const folder = kind === undefined ? from.endsWith("/") : kind === "folder"
        if (folder && !from.endsWith("/"))
          return yield* InvalidInput.at("payload.from", "The name of a folder ends in a slash")
        if ((folder || kind === undefined) && folder !== to.endsWith("/"))
          return yield* InvalidInput.at(
            "payload.to",
            folder
              ? "A folder stays a folder: its name ends in a slash"
              : "An object stays an object: its name does not end in a slash"
          )
        if (from === to) return yield* InvalidInput.at("payload.to", "It is called so already")
        if (on_conflict === undefined) {
          const taken = folder
            ? Effect.map(
                store.list(context.s3, bucket, { prefix: to, delimiter: "", continuationToken: null, maxKeys: 1 }),
                ({ objects }) => objects.length > 0
              )
            : Effect.matchEffect(store.facts(context.s3, bucket, to), {
                onSuccess: () => Effect.succeed(true),
                onFailure: (error) => (error._tag === "NotFound" ? Effect.succeed(false) : Effect.fail(error))
              })
          if (yield* taken)
            return yield* new Conflict({
              code: "already_exists",
              detail: `${to} exists: choose another name, or say what becomes of it`
            })
        }
        const params: CopyParams = {
          ...placeOf(context),
          bucket,
          selection: yield* validSelection(folder ? { prefixes: [from] } : { keys: [from] }),
          base: from,
          move: true,
          // do not replace what appears under the new name meanwhile
          on_conflict: on_conflict ?? "skip",
          renamed: { from, to },
          ...heldTo(request),
          ...consented(request),
          target: { ...placeOf(context), bucket, prefix: to }
        }
        return yield* work.start(caller, objectCopy, params, null)
      })

      return ObjectWork.of({ remove, copy, rename })
    })
  )
}
