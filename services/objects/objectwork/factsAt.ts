import { Effect } from "effect"
import type { S3Target } from "#domain/gateways/endpoints/Targets.ts"
import type { GatewayFailure, NotFound } from "#domain/platform/errors/Errors.ts"
import { beforeKey } from "#domain/objects/beforeKey.ts"
import { commonPrefix } from "#domain/objects/commonPrefix.ts"
import { keyOrder } from "#domain/objects/keyOrder.ts"
import { keyFault } from "#domain/objects/keyFault.ts"
import type { ComparableObject } from "#domain/objects/objectwork/ObjectCopy.ts"
import type { ObjectStore } from "#services/objects/ObjectStore.ts"

export interface ObservedObject extends ComparableObject {
  readonly modifiedAt: string | null
}

export interface FactsAt extends ObservedObject {
  readonly storageClass: string
}

/** HEAD has a resolution of seconds, listings of milliseconds. */
const second = (moment: string | null): number => Math.floor(Date.parse(moment ?? "") / 1000)
const bare = (etag: string | null): string => (etag ?? "").replaceAll('"', "")

export const isUnchanged = (before: ObservedObject, now: ObservedObject): boolean =>
  before.size === now.size &&
  bare(before.etag) === bare(now.etag) &&
  second(before.modifiedAt) === second(now.modifiedAt)

const MAX_SINGLE_READS = 4
const MAX_EXTRA_PAGES = 2
const pageSize = 1_000

/** Omits missing keys. Lists neighbouring keys, reads distant ones singly. NotFound for a missing bucket. */
export const factsAt = (store: ObjectStore["Service"], target: S3Target, bucket: string) =>
  Effect.fnUntraced(function* (requestedKeys: ReadonlyArray<string>) {
    const keys = [...new Set(requestedKeys)].filter((key) => key !== "" && keyFault(key) === null).sort(keyOrder)
    const factsByKey = new Map<string, FactsAt>()
    const [first] = keys
    const last = keys.at(-1)
    if (first === undefined || last === undefined) return factsByKey
    let remainingKeys = keys
    if (keys.length > MAX_SINGLE_READS) {
      const set = new Set(keys)
      const prefix = commonPrefix([first, last])
      let token: string | null = null
      for (let page = 0; page < Math.ceil(keys.length / pageSize) + MAX_EXTRA_PAGES; page++) {
        const listed: Effect.Success<ReturnType<typeof store.list>> = yield* store.list(target, bucket, {
          prefix,
          delimiter: "",
          startAfter: beforeKey(first),
          continuationToken: token,
          maxKeys: pageSize
        })
        for (const one of listed.objects) {
          if (set.has(one.key))
            factsByKey.set(one.key, {
              size: one.size_bytes,
              etag: one.etag,
              storageClass: one.storage_class,
              modifiedAt: one.modified_at
            })
        }
        token = listed.next_continuation_token
        const end = listed.objects.at(-1)?.key
        if (token === null || (end !== undefined && keyOrder(end, last) >= 0)) return factsByKey
        if (end !== undefined) remainingKeys = keys.filter((key) => keyOrder(key, end) > 0)
      }
    }
    // the 404 of a HEAD may mean bucket or object: this fails first when the bucket is missing
    yield* store.list(target, bucket, { prefix: first, delimiter: "", continuationToken: null, maxKeys: 1 })
    yield* Effect.forEach(
      remainingKeys,
      (key): Effect.Effect<void, NotFound | GatewayFailure> =>
        Effect.matchEffect(store.facts(target, bucket, key), {
          onFailure: (error) => (error._tag === "NotFound" ? Effect.void : Effect.fail(error)),
          onSuccess: (facts) =>
            Effect.sync(() => {
              factsByKey.set(key, {
                size: facts.size_bytes,
                etag: facts.etag,
                storageClass: facts.storage_class,
                modifiedAt: facts.modified_at
              })
            })
        }),
      { concurrency: 16, discard: true }
    )
    return factsByKey
  })
