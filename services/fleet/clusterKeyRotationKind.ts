import { Effect, Schema, Stream } from "effect"
import { Conflict, NotFound } from "#domain/platform/errors/Errors.ts"
import { KeyHolders } from "#services/fleet/rotation/KeyHolders.ts"
import { rotateStoredKey, RotatedKeys } from "#services/fleet/rotation/rotateStoredKey.ts"
import type { PlannedItem, WorkKind } from "#services/platform/work/WorkKind.ts"

export const clusterKeyRotation = "cluster_key_rotation"

const Params = Schema.Struct({
  listing_key: Schema.String,
  type: Schema.Literals(["account", "s3_user"]),
  id: Schema.Int,
  deactivate_only: Schema.Boolean
})
export type ClusterKeyRotationParams = typeof Params.Type

const Target = Schema.Struct({ type: Params.fields.type, id: Schema.Int, access_key: Schema.String })
type Target = typeof Target.Type

const Notes = Schema.Struct({ new_key: Schema.String })
type Notes = typeof Notes.Type

export const clusterKeyRotationKind = Effect.gen(function* () {
  const holders = yield* KeyHolders
  const { rotated, taken: undoRotation } = yield* rotateStoredKey("manager")

  const kind: WorkKind<ClusterKeyRotationParams, Target, Notes, RotatedKeys> = {
    name: clusterKeyRotation,
    scope: "manager",
    listing: ({ listing_key }) => listing_key,
    params: Params,
    target: Target,
    notes: Notes,
    inverse: RotatedKeys,
    exclusionKey: ({ id, type }) => `${clusterKeyRotation} ${type}/${id}`,
    maxConcurrency: 1,

    plan: Effect.fn("ClusterKeyRotation.plan")(function* ({ deactivate_only, id, type }: ClusterKeyRotationParams) {
      const heldKey = yield* holders.find(type, id)
      if (heldKey === null) return yield* new NotFound({ entity: "Execution context", id: String(id) })
      if ((yield* holders.shared([heldKey.endpoint_id])).has(`${heldKey.endpoint_id}/${heldKey.access_key}`)) {
        return yield* new Conflict({
          code: "state_conflict",
          detail:
            "This key is stored for somebody else too, such as an S3 connection, who would lose it: give one " +
            "of them a key of its own first"
        })
      }
      const item: PlannedItem<Target> = {
        key: `${type}/${id}`,
        label: heldKey.name,
        detail: heldKey.endpoint_name,
        sort: type,
        phase: 1,
        before: heldKey.access_key,
        after: `a new key; ${heldKey.access_key} is ${deactivate_only ? "switched off" : "deleted"}`,
        target: { type, id, access_key: heldKey.access_key }
      }
      return {
        title: `Rotate the key of ${heldKey.name}`,
        warnings: [
          ...(deactivate_only ? [] : ["The old key cannot be brought back: this rotation cannot be undone."]),
          "Links and uploads that were signed with the old key end with it."
        ],
        excluded: [],
        items: Stream.make(item)
      }
    }),

    perform: ({ caller, note, notes, params, target }) =>
      rotated(target, {
        caller,
        deletes: !params.deactivate_only,
        newKey: notes?.new_key ?? null,
        note: (new_key) => note({ new_key })
      }),

    undo: ({ caller, target }, keys) => undoRotation(target, keys, caller)
  }
  return kind
})
