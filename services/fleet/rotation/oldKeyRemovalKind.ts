import { Effect, Option, Schema, Stream } from "effect"
import { NotFound } from "#domain/platform/errors/Errors.ts"
import type { WorkItem } from "#domain/platform/work/WorkRun.ts"
import type { PlannedItem, WorkKind } from "#services/platform/work/WorkKind.ts"
import { WorkRecords } from "#services/platform/work/WorkRecords.ts"
import { KeyHolders } from "./KeyHolders.ts"
import { keyRotation } from "./keyRotationKind.ts"
import { keyRotationSteps } from "./rotateKey.ts"

const Params = Schema.Struct({ run_id: Schema.Int })

const Target = Schema.Struct({
  ordinal: Schema.Int,
  type: Schema.Literals(["account", "s3_user", "connection", "endpoint"]),
  id: Schema.Int,
  old_key: Schema.String
})
type Target = typeof Target.Type

const SwitchedOff = Schema.Struct({
  key_type: Target.fields.type,
  holder_id: Schema.Int,
  old_key: Schema.String,
  old_key_is: Schema.Literal("switched_off")
})
const readResult = Schema.decodeUnknownOption(SwitchedOff)

export const oldKeyRemoval = "old_key_removal"

/** Items that can no longer be undone were deleted or restored. */
const itemOf = ({ can_undo, detail, label, ordinal, result }: WorkItem): ReadonlyArray<PlannedItem<Target>> =>
  Option.match(can_undo ? readResult(result) : Option.none(), {
    onNone: () => [],
    onSome: ({ holder_id, key_type, old_key }) => [
      {
        key: String(ordinal),
        label,
        detail,
        sort: key_type,
        phase: 1,
        before: `${old_key} is switched off`,
        after: "deleted",
        target: { ordinal, type: key_type, id: holder_id, old_key }
      }
    ]
  })

export const oldKeyRemovalKind = Effect.gen(function* () {
  const holders = yield* KeyHolders
  const records = yield* WorkRecords
  const steps = yield* keyRotationSteps("admin")

  const kind: WorkKind<typeof Params.Type, Target, null, null> = {
    name: oldKeyRemoval,
    scope: "admin",
    params: Params,
    target: Target,
    notes: Schema.Null,
    inverse: Schema.Null,
    // excludes rotations and their undo
    exclusionKey: () => keyRotation,
    maxConcurrency: 8,

    plan: Effect.fn("OldKeyRemoval.plan")(function* ({ run_id }: typeof Params.Type) {
      const run = yield* records.find("admin", run_id)
      if (run.kind !== keyRotation) return yield* new NotFound({ entity: "Key rotation", id: String(run_id) })
      const items = Stream.paginate<number, WorkItem>(0, (at) =>
        Effect.map(
          records.items(run_id, { state: ["completed"], limit: 500, cursor: { at } }),
          ({ items, next_cursor }) =>
            [items, next_cursor === null ? Option.none() : Option.fromNullishOr(items.at(-1)?.ordinal)] as const
        )
      )
      return {
        title: `Delete the keys that run ${run_id} switched off`,
        warnings: ["After this the rotation cannot be undone."],
        excluded: [],
        items: Stream.flatMap(items, (item) => Stream.fromIterable(itemOf(item)))
      }
    }),

    perform: Effect.fn("OldKeyRemoval.perform")(function* ({
      caller,
      params: { run_id },
      target: { id, old_key, ordinal, type }
    }) {
      const holder = yield* holders.find(type, id)
      if (holder === null)
        return {
          outcome: "skipped" as const,
          why: "It is registered no more: its keys are not ours to delete",
          result: {},
          inverse: null
        }
      if (holder.access_key === old_key)
        return { outcome: "skipped" as const, why: "This key is in use again", result: {}, inverse: null }
      yield* steps.retire(caller, holder, old_key, true)
      yield* records.forgetInverse(run_id, ordinal)
      return {
        outcome: "completed" as const,
        result: { key_type: type, holder_id: id, old_key, old_key_is: "deleted" },
        inverse: null
      }
    }),

    undo: () => Effect.void
  }
  return kind
})
