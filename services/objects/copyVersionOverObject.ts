import { Effect } from "effect"
import type { ResolvedContext } from "#domain/accounts/contexts/CurrentContext.ts"
import { Conflict } from "#domain/platform/errors/Errors.ts"
import { applyObjectEdit, unwritableValues } from "#domain/objects/objectEdit.ts"
import type { CustomerKey, ObjectDetailStore } from "./ObjectDetailStore.ts"
import type { readWholeObject } from "./ObjectInspector.ts"

const unlocked = { mode: null, retain_until: null, legal_hold: false }

/** Copies a version with its properties over the object, without its lock. */
export const copyVersionOverObject = Effect.fnUntraced(function* (
  store: ObjectDetailStore["Service"],
  context: ResolvedContext,
  bucket: string,
  versionId: string,
  { acl, head, tags }: Effect.Success<ReturnType<typeof readWholeObject>>,
  customerKey: CustomerKey
) {
  const newProperties = applyObjectEdit(head, {})
  const [first] = unwritableValues(newProperties)
  if (first !== undefined)
    return yield* new Conflict({
      code: "state_conflict",
      detail: `${first} holds characters that cannot be written back as they are`
    })
  yield* store.copy(
    context.s3,
    bucket,
    { head: { ...head, version_id: versionId }, fromVersion: true, wanted: newProperties, tags, acl, lock: unlocked },
    customerKey
  )
})
