import { Clock, Context, Effect, Layer } from "effect"
import type { ResolvedContext } from "#domain/accounts/contexts/CurrentContext.ts"
import { Conflict, type GatewayFailure, InvalidInput, type NotFound } from "#domain/platform/errors/Errors.ts"
import type { SetObjectAcl } from "#domain/objects/objectAcl.ts"
import type { ObjectDetails, ObjectTag } from "#domain/objects/ObjectDetails.ts"
import {
  isNoOpEdit,
  applyObjectEdit,
  type EditObject,
  type EditTags,
  applyTagEdit,
  tagLimit,
  unwritableValues
} from "#domain/objects/objectEdit.ts"
import type { RecallObject, SetLegalHold, SetRetention } from "#domain/objects/ObjectLocks.ts"
import { type CustomerKey, ObjectDetailStore, type ObjectRef } from "./ObjectDetailStore.ts"
import { objectRevision } from "./objectRevision.ts"
import { VersionStore } from "./VersionStore.ts"

type Failure = NotFound | GatewayFailure
type Changing<A = void> = Effect.Effect<A, Conflict | InvalidInput | Failure>

const unless = <A, E extends Failure>(effect: Effect.Effect<A, E>, ...codes: ReadonlyArray<number>) =>
  Effect.catchIf(
    effect,
    (error) => error._tag === "StorageError" && codes.includes(error.storage_status ?? 0),
    () => Effect.succeed(null)
  )

export const readWholeObject = Effect.fnUntraced(function* (
  store: ObjectDetailStore["Service"],
  { s3 }: ResolvedContext,
  ref: ObjectRef,
  key: CustomerKey
) {
  const [head, tags, acl] = yield* Effect.all(
    [store.head(s3, ref, key), unless(store.tags(s3, ref), 405, 501), unless(store.acl(s3, ref), 405, 501)],
    { concurrency: 3 }
  )
  return { head, tags: tags ?? [], acl }
})

export class ObjectInspector extends Context.Service<
  ObjectInspector,
  {
    readonly read: (
      context: ResolvedContext,
      ref: ObjectRef,
      key: CustomerKey
    ) => Effect.Effect<ObjectDetails, InvalidInput | Failure>
    /** Edits the current version; Conflict `stale_plan` when it changed. */
    readonly edit: (
      context: ResolvedContext,
      bucket: string,
      edit: EditObject,
      key: CustomerKey
    ) => Changing<ObjectDetails>
    readonly editTags: (context: ResolvedContext, bucket: string, edit: EditTags) => Changing<ReadonlyArray<ObjectTag>>
    readonly setAcl: (context: ResolvedContext, bucket: string, set: SetObjectAcl) => Changing
    readonly setLegalHold: (context: ResolvedContext, bucket: string, set: SetLegalHold) => Changing
    readonly setRetention: (context: ResolvedContext, bucket: string, set: SetRetention) => Changing
    readonly recall: (context: ResolvedContext, bucket: string, recall: RecallObject) => Changing
  }
>()("stowage/services/objects/ObjectInspector") {
  static readonly layer = Layer.effect(
    ObjectInspector,
    Effect.gen(function* () {
      const store = yield* ObjectDetailStore
      const versions = yield* VersionStore
      const refOf = (
        bucket: string,
        { key, version_id }: { readonly key: string; readonly version_id?: string }
      ): ObjectRef => ({ bucket, key, versionId: version_id ?? null })

      const read = Effect.fn("ObjectInspector.read")(function* (
        { s3 }: ResolvedContext,
        ref: ObjectRef,
        key: CustomerKey
      ) {
        const [head, tags, acl] = yield* Effect.all(
          [
            store.head(s3, ref, key),
            unless(store.tags(s3, ref), 403, 405, 501),
            unless(store.acl(s3, ref), 403, 405, 501)
          ],
          { concurrency: 3 }
        )
        return { ...head, revision: yield* objectRevision(head), tags, acl }
      })

      const edit = Effect.fn("ObjectInspector.edit")(function* (
        context: ResolvedContext,
        bucket: string,
        change: EditObject,
        key: CustomerKey
      ) {
        const ref: ObjectRef = { bucket, key: change.key, versionId: null }
        const { acl, head, tags } = yield* readWholeObject(store, context, ref, key)
        if ((yield* objectRevision(head)) !== change.revision) {
          return yield* new Conflict({
            code: "stale_plan",
            detail: "Somebody else has changed this object in the meantime; read it again"
          })
        }
        const desired = applyObjectEdit(head, change)
        if (!isNoOpEdit(head, desired)) {
          const [first] = unwritableValues(desired)
          if (first !== undefined) {
            return yield* new Conflict({
              code: "state_conflict",
              detail: `${first} holds characters that cannot be written back as they are; set it anew or take it away`
            })
          }
          yield* store.copy(
            context.s3,
            bucket,
            { head, fromVersion: false, wanted: desired, tags, acl, lock: head.lock },
            key
          )
        }
        return yield* read(context, ref, key)
      })

      const editTags = Effect.fn("ObjectInspector.editTags")(function* (
        { s3 }: ResolvedContext,
        bucket: string,
        change: EditTags
      ) {
        const ref = refOf(bucket, change)
        const tags = applyTagEdit(yield* store.tags(s3, ref), change)
        if (tags.length > tagLimit)
          return yield* InvalidInput.at(
            "payload.set",
            `An object has at most ${tagLimit} tags; these would make ${tags.length}`
          )
        yield* store.putTags(s3, ref, tags)
        return tags
      })

      return ObjectInspector.of({
        read,
        edit,
        editTags,
        setAcl: Effect.fn("ObjectInspector.setAcl")(function* ({ s3 }, bucket, { acl, ...set }) {
          const ref = refOf(bucket, set)
          yield* store.putAcl(
            s3,
            ref,
            "canned" in acl ? acl.canned : { owner: (yield* store.acl(s3, ref)).owner, grants: acl.grants }
          )
        }),
        setLegalHold: Effect.fn("ObjectInspector.setLegalHold")((context, bucket, set) =>
          versions.protect(context.s3, refOf(bucket, set), { legalHold: set.legal_hold })
        ),
        setRetention: Effect.fn("ObjectInspector.setRetention")(function* ({ s3 }, bucket, set) {
          if (Date.parse(set.retain_until) <= (yield* Clock.currentTimeMillis))
            return yield* InvalidInput.at("payload.retain_until", "Expected a time that is still to come")
          const retention = {
            mode: set.mode,
            until: set.retain_until,
            bypassGovernance: set.bypass_governance ?? false
          }
          yield* versions.protect(s3, refOf(bucket, set), { retention })
        }),
        recall: Effect.fn("ObjectInspector.recall")((context, bucket, recall) =>
          store.recall(context.s3, refOf(bucket, recall), recall.days, recall.tier ?? null)
        )
      })
    })
  )
}
