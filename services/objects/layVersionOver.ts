import { Effect } from "effect"
import type { ResolvedContext } from "#domain/accounts/contexts/CurrentContext.ts"
import { Conflict } from "#domain/platform/errors/Errors.ts"
import { edited, unwritable } from "#domain/objects/objectEdit.ts"
import type { CustomerKey, ObjectDetailStore } from "./ObjectDetailStore.ts"
import type { readWhole } from "./ObjectInspector.ts"

const unlocked = { mode: null, retain_until: null, legal_hold: false }

/** Copies a version with its properties over the object, without its lock. */
export const layVersionOver = Effect.fnUntraced(function* (
  store: ObjectDetailStore["Service"],
  context: ResolvedContext,
  bucket: string,
  versionId: string,
  { acl, head, tags }: Effect.Success<ReturnType<typeof readWhole>>,
  customerKey: CustomerKey
) {
  const wanted = edited(head, {})
  const [first] = unwritable(wanted)
  if (first !== undefined)
    return yield* new Conflict({
      code: "state_conflict",
      detail: `${first} holds characters that cannot be written back as they are`
    })
  yield* store.copy(
    context.s3,
    bucket,
    { head: { ...head, version_id: versionId }, fromVersion: true, wanted, tags, acl, lock: unlocked },
    customerKey
  )
})
