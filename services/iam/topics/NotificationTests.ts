import { type Cause, Clock, Context, Duration, Effect, Layer, Option, Queue, Schema, Stream } from "effect"
import type { Caller } from "#domain/platform/access/Caller.ts"
import type { ResolvedContext } from "#domain/accounts/contexts/CurrentContext.ts"
import {
  Conflict,
  type Forbidden,
  type GatewayFailure,
  type NotFound,
  StorageTimeout
} from "#domain/platform/errors/Errors.ts"
import { dialectOf } from "#domain/buckets/features/dialectOf.ts"
import { objectLock } from "#domain/buckets/features/objectLock.ts"
import {
  explainMissingEvent,
  type TopicTestEvent,
  type TopicTestResult,
  type TopicTestStep
} from "#domain/iam/topics/TopicTest.ts"
import { Audited } from "#services/platform/audit/Audited.ts"
import type { Recovered } from "#services/platform/audit/GatewayChangeKind.ts"
import { ExecutionContexts } from "#services/accounts/contexts/ExecutionContexts.ts"
import { FeatureStore } from "#services/buckets/features/FeatureStore.ts"
import { ObjectStore } from "#services/objects/ObjectStore.ts"
import { VersionStore } from "#services/objects/VersionStore.ts"
import { Settings } from "#services/platform/Settings.ts"
import { Deliveries } from "./Deliveries.ts"
import { ListenerProbe } from "./ListenerProbe.ts"
import { MarkerNotifications } from "./MarkerNotifications.ts"
import { TopicGateway } from "./TopicGateway.ts"
import { makeTopicContext } from "./topicTarget.ts"

const About = Schema.Struct({
  context_id: Schema.String,
  storage_endpoint_id: Schema.NullOr(Schema.Int),
  listing_key: Schema.String,
  bucket: Schema.String,
  name: Schema.String
})
type About = typeof About.Type

const markerOf = ({ name }: About) => `.${name}/marker`

export class NotificationTests extends Context.Service<
  NotificationTests,
  {
    readonly run: (
      caller: Caller,
      context: ResolvedContext,
      bucket: string
    ) => Effect.Effect<Stream.Stream<TopicTestEvent>, Forbidden | Conflict | NotFound | GatewayFailure>
  }
>()("stowage/services/iam/topics/NotificationTests") {
  static readonly layer = Layer.effect(
    NotificationTests,
    Effect.gen(function* () {
      const gateway = yield* TopicGateway
      const notifications = yield* MarkerNotifications
      const objects = yield* ObjectStore
      const versions = yield* VersionStore
      const features = yield* FeatureStore
      const deliveries = yield* Deliveries
      const probe = yield* ListenerProbe
      const contexts = yield* ExecutionContexts
      const usable = yield* makeTopicContext
      const audited = yield* Audited
      const { timeout } = (yield* Settings).gateway
      const scope = yield* Effect.scope

      const cleanUpAll = Effect.fnUntraced(function* ({ s3 }: ResolvedContext, about: About) {
        const { bucket, name } = about
        const key = markerOf(about)
        yield* notifications.remove(s3, bucket, name)
        yield* Effect.catchTag(
          Effect.gen(function* () {
            const top = yield* versions.newest(s3, bucket, key)
            if (top !== null) yield* versions.remove(s3, { bucket, key, versionId: top.versionId }, false)
          }),
          "NotFound",
          () => Effect.void
        )
        const leftoverTopic = (yield* gateway.list(s3)).find((topic) => topic.name === name)
        if (leftoverTopic !== undefined) yield* gateway.remove(s3, leftoverTopic.arn)
      })

      const testing = audited.gateway<About, ResolvedContext, null>({
        action: "topic.test",
        scope: "manager",
        about: About,
        gateway: ({ listing_key, storage_endpoint_id }) =>
          storage_endpoint_id === null ? listing_key : `endpoint:${storage_endpoint_id}`,
        thing: ({ bucket, listing_key }) => `${listing_key}/topic-test:${bucket}`,
        entity: ({ bucket }) => ({ type: "bucket", id: bucket, label: bucket }),
        messages: ({ bucket }) => ({
          success: `Notifications of bucket ${bucket} were tested`,
          failure: `Notifications of bucket ${bucket} were not tested`,
          unknown: `Whether all of a test of the notifications of bucket ${bucket} is cleared away is not known`
        }),
        metadata: ({ context_id, name, storage_endpoint_id }) => ({ context_id, storage_endpoint_id, made: name }),
        reach: ({ listing_key }) => contexts.forListing(listing_key),
        recover: (context, about) =>
          Effect.as(cleanUpAll(context, about), {
            isApplied: true,
            observed: null,
            rows: Effect.void
          } satisfies Recovered<null>),
        assumeApplied: null
      })

      const check = Effect.fnUntraced(function* (context: ResolvedContext, bucket: string) {
        yield* usable(context)
        if (dialectOf(context.s3.url) !== "rgw")
          return yield* new Conflict({
            code: "state_conflict",
            detail: "Only of Ceph RGW: elsewhere a notification cannot be added without writing all of them anew"
          })
        const lock = objectLock.understand(yield* features.read(context, bucket, "object_lock"))?.value ?? null
        if (lock?.default_retention != null)
          return yield* new Conflict({
            code: "state_conflict",
            detail: "New objects of this bucket are locked: the one that a test makes could not be removed again"
          })
      })

      const run = Effect.fn("NotificationTests.run")(function* (
        caller: Caller,
        context: ResolvedContext,
        bucket: string
      ) {
        yield* check(context, bucket)
        const { s3 } = context
        const news = yield* Queue.unbounded<TopicTestEvent, Cause.Done>()
        const say = (step: TopicTestStep["step"], state: TopicTestStep["state"], detail: string) =>
          Queue.offer(news, { event: "step", data: { step, state, detail } })
        const about: About = {
          context_id: context.context.id,
          storage_endpoint_id: context.context.endpoint_id,
          listing_key: context.listingKey,
          bucket,
          name: `stowage-test-${crypto.randomUUID().slice(0, 13)}`
        }
        const { address } = deliveries
        let result: TopicTestResult = {
          verdict: "not_made",
          detail: "The gateway did not let topic, notification or object be made",
          address,
          latency_ms: null
        }

        const step = <A, E extends { readonly message?: string; readonly detail?: string }, R>(
          name: TopicTestStep["step"],
          doing: string,
          done: string,
          work: Effect.Effect<A, E, R>
        ) =>
          say(name, "running", doing).pipe(
            Effect.andThen(work),
            Effect.tap(() => say(name, "done", done)),
            Effect.tapError((error) =>
              Effect.suspend(() => {
                const why = error.detail ?? error.message ?? ""
                result = { ...result, detail: `${doing} failed: ${why}` }
                return say(name, "failed", why)
              })
            )
          )

        const test = Effect.scoped(
          Effect.gen(function* () {
            const listener = yield* deliveries.open
            const arn = yield* step(
              "topic",
              "Making a topic",
              `${about.name} pushes to ${address}…`,
              gateway.create(s3, about.name, { push_endpoint: listener.url, persistent: false })
            )
            yield* step(
              "notification",
              "Adding a notification",
              `Of new objects below .${about.name}/`,
              notifications.add(s3, bucket, about.name, arn, `.${about.name}/`)
            )
            const startedAt = yield* Clock.currentTimeMillis
            yield* step(
              "object",
              "Writing an object",
              markerOf(about),
              Effect.timeoutOrElse(
                objects.put(s3, bucket, markerOf(about), {
                  size_bytes: 1,
                  content_type: "text/plain",
                  bytes: Stream.succeed(new Uint8Array([46]))
                }),
                { duration: Duration.times(timeout, 0.5), orElse: () => Effect.succeed("") }
              )
            )
            yield* say("arrival", "running", "Waiting for its event")
            const receivedAt = yield* Effect.timeoutOption(listener.received, Duration.times(timeout, 0.2))
            if (Option.isSome(receivedAt)) {
              const latency_ms = Math.max(0, receivedAt.value - startedAt)
              result = {
                verdict: "arrived",
                detail: `The event arrived ${latency_ms} ms after the upload began`,
                address,
                latency_ms
              }
              return yield* say("arrival", "done", `After ${latency_ms} ms`)
            }
            result = { ...result, verdict: "gateway_cannot_reach" }
            yield* say("arrival", "failed", "Nothing arrived")
          })
        )

        const cleanup = say("cleanup", "running", "Removing topic, notification and object")
        const completeTest = testing
          .makeIdempotent(caller, context, about, {
            before: Effect.succeed(false),
            // reported as done only after the cleanup, which is verified afterwards
            change: Effect.exit(test).pipe(
              Effect.andThen(cleanup),
              Effect.andThen(Effect.fail(new StorageTimeout({ operation: "topic.test" })))
            )
          })
          .pipe(
            Effect.matchCauseEffect({
              onSuccess: () => say("cleanup", "done", "Nothing of it is left"),
              onFailure: (cause) =>
                Effect.andThen(
                  Effect.logInfo("A test of notifications is cleared away later", cause),
                  say("cleanup", "failed", "It could not be cleared away yet, and is tried again every minute")
                )
            }),
            Effect.andThen(
              Effect.suspend(() =>
                result.verdict === "gateway_cannot_reach"
                  ? Effect.scoped(
                      Effect.gen(function* () {
                        const reach = yield* probe.reach((yield* deliveries.open).url)
                        result = { ...result, ...explainMissingEvent(address, reach) }
                      })
                    )
                  : Effect.void
              )
            ),
            Effect.andThen(Effect.suspend(() => Queue.offer(news, { event: "result", data: result }))),
            Effect.ensuring(Queue.end(news))
          )
        yield* Effect.forkIn(completeTest, scope)
        return Stream.fromQueue(news)
      })

      return NotificationTests.of({ run })
    })
  )
}
