import { Clock, Effect, Result } from "effect"
import type { ResolvedContext } from "#domain/accounts/contexts/CurrentContext.ts"
import type { GatewayFailure } from "#domain/platform/errors/Errors.ts"
import { featureOf } from "#domain/buckets/features/features.ts"
import type { FeatureParams } from "#domain/buckets/features/Feature.ts"
import { readFeature } from "#domain/buckets/features/readFeature.ts"
import { isUnsupportedError } from "#domain/buckets/features/readingOf.ts"
import type { TopicUse } from "#domain/iam/topics/Topic.ts"
import { bucketNamesOf } from "#services/buckets/bucketNames.ts"
import { FeatureStore } from "#services/buckets/features/FeatureStore.ts"

const READ_CONCURRENCY = 8

const textOf = (value: unknown): string => (typeof value === "string" ? value : "")

export const topicUsesIn = (bucket: string, params: FeatureParams): ReadonlyArray<TopicUse> =>
  params.flatMap(
    ({ event, notification_id, target, target_type }): ReadonlyArray<TopicUse> =>
      target_type !== "topic"
        ? []
        : [
            {
              topic_arn: textOf(target),
              bucket,
              notification_id: textOf(notification_id),
              events: typeof event === "object" && event !== null ? [...event].map(String) : [textOf(event)]
            }
          ]
  )

export interface CurrentUses {
  readonly found: ReadonlyArray<TopicUse>
  readonly unknown: string | null
}

const detailOf = (error: GatewayFailure): string =>
  error._tag === "StorageTimeout" ? "the gateway did not answer in time" : error.detail

/** Reads the uses of a topic bucket by bucket without caches, which may lag behind. */
export const makeReadCurrentUses = Effect.gen(function* () {
  const store = yield* FeatureStore
  const readNames = yield* Effect.context<Effect.Services<ReturnType<typeof bucketNamesOf>>>()
  return Effect.fn("Topics.readCurrentUses")(function* (context: ResolvedContext, arn: string) {
    const names = yield* bucketNamesOf(context).pipe(Effect.provideContext(readNames), Effect.result)
    if (Result.isFailure(names))
      return {
        found: [],
        unknown: `the buckets could not be listed (${detailOf(names.failure)})`
      } satisfies CurrentUses
    const now = yield* Clock.currentTimeMillis
    const read = yield* Effect.forEach(
      names.success,
      ({ name }) =>
        Effect.map(store.readSome(context, name, ["notifications"]), ([document]) => {
          if (document === undefined) return { bucket: name, uses: [], isUnread: true }
          // a deleted bucket, or a gateway without notifications, uses no topic
          if (Result.isFailure(document))
            return {
              bucket: name,
              uses: [],
              isUnread: document.failure._tag !== "NotFound" && !isUnsupportedError(document.failure)
            }
          const { params, problem } = readFeature(featureOf("notifications"), document, now)
          return {
            bucket: name,
            uses: topicUsesIn(name, params).filter(({ topic_arn }) => topic_arn === arn),
            isUnread: problem !== null
          }
        }),
      { concurrency: READ_CONCURRENCY }
    )
    const unread = read.filter(({ isUnread }) => isUnread).map(({ bucket }) => bucket)
    const current: CurrentUses = {
      found: read.flatMap(({ uses }) => uses),
      unknown:
        unread.length === 0
          ? null
          : `the notifications of ${unread.length === 1 ? "bucket" : `${unread.length} buckets:`} ` +
            `${unread.slice(0, 5).join(", ")}${unread.length > 5 ? ", …" : ""} could not be read`
    }
    return current
  })
})
