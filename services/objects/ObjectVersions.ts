import { Clock, Context, Effect, Layer } from "effect"
import type { ResolvedContext } from "#domain/accounts/contexts/CurrentContext.ts"
import { Conflict, type GatewayFailure, type InvalidInput, type NotFound } from "#domain/platform/errors/Errors.ts"
import type { ObjectDetails } from "#domain/objects/ObjectDetails.ts"
import { lockReason, type RemoveVersion } from "#domain/objects/ObjectLocks.ts"
import { copyVersionOverObject } from "./copyVersionOverObject.ts"
import { type CustomerKey, ObjectDetailStore } from "./ObjectDetailStore.ts"
import { ObjectInspector, readWholeObject } from "./ObjectInspector.ts"
import { VersionStore } from "./VersionStore.ts"

interface Named {
  readonly key: string
  readonly version_id: string
}

export class ObjectVersions extends Context.Service<
  ObjectVersions,
  {
    readonly restore: (
      context: ResolvedContext,
      bucket: string,
      version: Named,
      key: CustomerKey
    ) => Effect.Effect<ObjectDetails, Conflict | InvalidInput | NotFound | GatewayFailure>
    /** Deletes a delete marker; Conflict `stale_plan` when it is no longer the newest. */
    readonly undelete: (
      context: ResolvedContext,
      bucket: string,
      marker: Named
    ) => Effect.Effect<void, Conflict | NotFound | GatewayFailure>
    readonly remove: (
      context: ResolvedContext,
      bucket: string,
      version: RemoveVersion
    ) => Effect.Effect<void, Conflict | NotFound | GatewayFailure>
  }
>()("stowage/services/objects/ObjectVersions") {
  static readonly layer = Layer.effect(
    ObjectVersions,
    Effect.gen(function* () {
      const store = yield* ObjectDetailStore
      const versions = yield* VersionStore
      const inspector = yield* ObjectInspector

      const restore = Effect.fn("ObjectVersions.restore")(function* (
        context: ResolvedContext,
        bucket: string,
        { key, version_id }: Named,
        customerKey: CustomerKey
      ) {
        const whole = yield* readWholeObject(store, context, { bucket, key, versionId: version_id }, customerKey)
        const newest = yield* versions.newest(context.s3, bucket, key)
        if (newest?.versionId === version_id) {
          return yield* new Conflict({ code: "state_conflict", detail: "This version is the current one already" })
        }
        yield* copyVersionOverObject(store, context, bucket, version_id, whole, customerKey)
        return yield* inspector.read(context, { bucket, key, versionId: null }, customerKey)
      })

      const undelete = Effect.fn("ObjectVersions.undelete")(function* (
        { s3 }: ResolvedContext,
        bucket: string,
        { key, version_id }: Named
      ) {
        const newest = yield* versions.newest(s3, bucket, key)
        if (newest === null || !newest.isMarker || newest.versionId !== version_id) {
          return yield* new Conflict({
            code: "stale_plan",
            detail: "This delete marker is no longer on top: the object was written, or deleted again, in the meantime"
          })
        }
        yield* versions.remove(s3, { bucket, key, versionId: version_id }, false)
      })

      const remove = Effect.fn("ObjectVersions.remove")(function* (
        { s3 }: ResolvedContext,
        bucket: string,
        { bypass_governance, key, version_id }: RemoveVersion
      ) {
        const ref = { bucket, key, versionId: version_id }
        const now = yield* Clock.currentTimeMillis
        yield* Effect.catchIf(
          versions.remove(s3, ref, bypass_governance ?? false),
          (error) => error._tag === "StorageError" && error.storage_code === "AccessDenied",
          (refusal) =>
            Effect.flatMap(
              Effect.match(store.head(s3, ref, null), {
                onFailure: () => null,
                onSuccess: ({ lock }) => lockReason(lock, now)
              }),
              (reason) =>
                Effect.fail(reason === null ? refusal : new Conflict({ code: "state_conflict", detail: reason }))
            )
        )
      })

      return ObjectVersions.of({ restore, undelete, remove })
    })
  ).pipe(Layer.provide(ObjectInspector.layer))
}
