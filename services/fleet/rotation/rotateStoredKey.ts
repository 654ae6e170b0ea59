import { Effect, Schema } from "effect"
import type { Caller } from "#domain/platform/access/Caller.ts"
import { Conflict } from "#domain/platform/errors/Errors.ts"
import type { StoredKeyType } from "#domain/fleet/KeyRotation.ts"
import { newAccessKey } from "#services/accounts/gatewayNames.ts"
import { KeyHolders } from "./KeyHolders.ts"
import { keyRotationSteps } from "./rotateKey.ts"

export const RotatedKeys = Schema.Struct({ old_key: Schema.String, new_key: Schema.String })
export type RotatedKeys = typeof RotatedKeys.Type

interface Planned {
  readonly type: StoredKeyType
  readonly id: number
  readonly access_key: string
}

interface Wanted {
  readonly caller: Caller
  readonly deletes: boolean
  readonly newKey: string | null
  readonly note: (newKey: string) => Effect.Effect<void>
}

const skipped = (why: string) => ({ outcome: "skipped" as const, why, result: {}, inverse: null })

export const rotateStoredKey = (scope: "admin" | "manager") =>
  Effect.gen(function* () {
    const holders = yield* KeyHolders
    const steps = yield* keyRotationSteps(scope)

    const rotated = Effect.fnUntraced(function* (
      { access_key, id, type }: Planned,
      { caller, deletes, newKey, note }: Wanted
    ) {
      const heldKey = yield* holders.find(type, id)
      if (heldKey === null) return skipped("It is registered no more, or holds no key any more")
      const next = newKey ?? newAccessKey()
      if (heldKey.access_key !== access_key && heldKey.access_key !== next)
        return skipped("Its key was changed since this was planned")
      if (heldKey.access_key === access_key) {
        if (newKey === null) yield* note(next)
        yield* steps.renew(caller, heldKey, next)
      }
      yield* steps.retire(caller, { ...heldKey, access_key: next }, access_key, deletes)
      return {
        outcome: "completed" as const,
        result: {
          key_type: type,
          holder_id: id,
          old_key: access_key,
          new_key: next,
          old_key_is: deletes ? "deleted" : "switched_off"
        },
        inverse: deletes ? null : { old_key: access_key, new_key: next }
      }
    })

    const undoRotation = Effect.fnUntraced(function* (
      { id, type }: Omit<Planned, "access_key">,
      { new_key, old_key }: RotatedKeys,
      caller: Caller
    ) {
      const heldKey = yield* holders.find(type, id)
      if (heldKey === null) return
      if (heldKey.access_key !== old_key && heldKey.access_key !== new_key) {
        return yield* new Conflict({
          code: "conflict",
          detail: "Its key was changed since the rotation: there is nothing to go back to"
        })
      }
      if (heldKey.access_key === new_key) yield* steps.restore(caller, heldKey, old_key)
      yield* steps.retire(caller, { ...heldKey, access_key: old_key }, new_key, true)
    })

    return { rotated, taken: undoRotation }
  })
