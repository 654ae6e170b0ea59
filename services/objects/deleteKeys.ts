import { Clock, Effect } from "effect"
import type { S3Target } from "#domain/gateways/endpoints/Targets.ts"
import { lockReason } from "#domain/objects/ObjectLocks.ts"
import { ObjectDetailStore } from "./ObjectDetailStore.ts"
import { type KeyEntry, ObjectStore, type RemovalOptions, type RemovedKey } from "./ObjectStore.ts"

const MAX_LOCK_READS = 100

export const deleteKeys = Effect.gen(function* () {
  const store = yield* ObjectStore
  const details = yield* ObjectDetailStore

  return Effect.fnUntraced(function* (
    target: S3Target,
    bucket: string,
    entries: ReadonlyArray<string | KeyEntry>,
    options: RemovalOptions = {}
  ) {
    const outcomes = yield* store.removeMany(target, bucket, entries, options)
    const refused = new Set(
      outcomes
        .filter(({ code, version_id }) => code === "AccessDenied" && version_id !== undefined)
        .slice(0, MAX_LOCK_READS)
    )
    if (refused.size === 0) return outcomes
    const now = yield* Clock.currentTimeMillis
    return yield* Effect.forEach(
      outcomes,
      (outcome): Effect.Effect<RemovedKey> => {
        if (!refused.has(outcome) || outcome.version_id === undefined) return Effect.succeed(outcome)
        return Effect.match(details.head(target, { bucket, key: outcome.key, versionId: outcome.version_id }, null), {
          onFailure: () => outcome,
          onSuccess: ({ lock }) => ({ ...outcome, detail: lockReason(lock, now) ?? outcome.detail })
        })
      },
      { concurrency: 4 }
    )
  })
})
