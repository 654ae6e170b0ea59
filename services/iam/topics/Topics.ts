import { Context, Effect, Layer } from "effect"
import type { Caller } from "#domain/platform/access/Caller.ts"
import { confirmedName } from "#domain/platform/ConfirmedName.ts"
import type { Removed } from "#domain/platform/Removed.ts"
import type { ResolvedContext } from "#domain/accounts/contexts/CurrentContext.ts"
import {
  Conflict,
  type Forbidden,
  type GatewayFailure,
  InvalidInput,
  NotFound,
  type Unavailable
} from "#domain/platform/errors/Errors.ts"
import type { TopicCheck } from "#domain/iam/topics/TopicCheck.ts"
import { type Topic, topicNameOf, type TopicUse, type TopicUses, type TopicInput } from "#domain/iam/topics/Topic.ts"
import { topicFaults, topicWarnings } from "#domain/iam/topics/topicFaults.ts"
import { BucketListings } from "#services/buckets/BucketListings.ts"
import { FeatureColumns } from "#services/buckets/features/FeatureColumns.ts"
import { completenessOf } from "#domain/platform/ListingState.ts"
import { makeReadCurrentUses, topicUsesIn } from "./topicUses.ts"
import { topicChanges, topicAttributes } from "./topicChanges.ts"
import { TopicGateway } from "./TopicGateway.ts"
import { makeTopicContext } from "./topicTarget.ts"

const stale = new Conflict({
  code: "stale_plan",
  detail: "Somebody else changed this topic meanwhile: look at it again"
})

export class Topics extends Context.Service<
  Topics,
  {
    readonly list: (context: ResolvedContext) => Effect.Effect<ReadonlyArray<Topic>, Forbidden | GatewayFailure>
    readonly get: (context: ResolvedContext, arn: string) => Effect.Effect<Topic, Forbidden | NotFound | GatewayFailure>
    /** Reads the notifications of all buckets at an adaptive pace; cached for a minute. */
    readonly uses: (context: ResolvedContext) => Effect.Effect<TopicUses, Forbidden | Unavailable>
    readonly check: (
      context: ResolvedContext,
      arn: string | null,
      input: TopicInput
    ) => Effect.Effect<TopicCheck, Forbidden | NotFound | GatewayFailure>
    /** Conflict for an existing name, which RGW would replace. */
    readonly create: (
      caller: Caller,
      context: ResolvedContext,
      name: string,
      input: TopicInput
    ) => Effect.Effect<Topic, Forbidden | InvalidInput | Conflict | GatewayFailure>
    readonly update: (
      caller: Caller,
      context: ResolvedContext,
      arn: string,
      input: TopicInput,
      version?: string
    ) => Effect.Effect<Topic, Forbidden | InvalidInput | Conflict | NotFound | GatewayFailure>
    /** `despiteUses`: needed while buckets use it or are unread: their notifications would have no effect (N2). */
    readonly remove: (
      caller: Caller,
      context: ResolvedContext,
      arn: string,
      despiteUses: boolean
    ) => Effect.Effect<Removed, Forbidden | Conflict | NotFound | GatewayFailure>
  }
>()("stowage/services/iam/topics/Topics") {
  static readonly layer = Layer.effect(
    Topics,
    Effect.gen(function* () {
      const gateway = yield* TopicGateway
      const listings = yield* BucketListings
      const columns = yield* FeatureColumns
      const usable = yield* makeTopicContext
      const readCurrentUses = yield* makeReadCurrentUses
      const { byName, creation, deletion, update: changing } = yield* topicChanges

      const list = Effect.fn("Topics.list")(function* (context: ResolvedContext) {
        return yield* gateway.list((yield* usable(context)).s3)
      })

      const get = Effect.fn("Topics.get")(function* (context: ResolvedContext, arn: string) {
        return yield* gateway.get((yield* usable(context)).s3, arn)
      })

      const uses = Effect.fn("Topics.uses")(function* (context: ResolvedContext) {
        const { items, listing } = yield* listings.page((yield* usable(context)).listingKey, {})
        const names = items.map(({ name }) => name)
        const readings = yield* columns.read(context, names, ["notifications"])
        const cells = names.map((bucket) => ({ bucket, cell: readings.get(bucket)?.get("notifications") }))
        const topicUses: TopicUses = {
          items: cells.flatMap(({ bucket, cell }) => topicUsesIn(bucket, cell?.params ?? [])),
          buckets: names.length,
          listing: completenessOf(listing),
          unread: cells.flatMap(({ bucket, cell }) => (cell === undefined || cell.problem !== null ? [bucket] : []))
        }
        return topicUses
      })

      const placeOf = ({ s3 }: ResolvedContext, topic: Topic | null) => ({
        secure: s3.url.startsWith("https:"),
        endpoint: topic?.attributes.push_endpoint ?? ""
      })

      const check = Effect.fn("Topics.check")(function* (
        context: ResolvedContext,
        arn: string | null,
        input: TopicInput
      ) {
        if (arn === null) yield* usable(context)
        const topic = arn === null ? null : yield* get(context, arn)
        return {
          issues: topicFaults(input, placeOf(context, topic)),
          warnings: topicWarnings(input)
        } satisfies TopicCheck
      })

      const faultless = (context: ResolvedContext, topic: Topic | null, input: TopicInput) => {
        const issues = topicFaults(input, placeOf(context, topic)).map(({ message, path }) => ({
          message,
          path: ["payload", "attributes", ...path]
        }))
        return issues.length === 0 ? Effect.void : Effect.fail(new InvalidInput({ issues }))
      }

      const aboutOf = (
        { context, listingKey }: ResolvedContext,
        name: string,
        before: Topic | null,
        input: TopicInput
      ) => ({
        context_id: context.id,
        storage_endpoint_id: context.endpoint_id,
        listing_key: listingKey,
        name,
        before: before?.attributes ?? null,
        wanted: topicAttributes(input)
      })

      const create = Effect.fn("Topics.create")(function* (
        caller: Caller,
        context: ResolvedContext,
        name: string,
        input: TopicInput
      ) {
        yield* usable(context)
        yield* faultless(context, null, input)
        const createdTopic = yield* creation.makeIdempotent(caller, context, aboutOf(context, name, null, input), {
          before: Effect.flatMap(byName(context, name), (there) =>
            there === null
              ? Effect.succeed(false)
              : Effect.fail(new Conflict({ code: "already_exists", detail: `A topic named ${name} exists` }))
          ),
          change: gateway.create(context.s3, name, input)
        })
        return createdTopic ?? (yield* Effect.die(new Error("a topic that was made is seen")))
      })

      const requireVersion = (topic: Topic, version: string | undefined) =>
        version === undefined || topic.version === version ? Effect.succeed(false) : Effect.fail(stale)

      const update = Effect.fn("Topics.update")(function* (
        caller: Caller,
        context: ResolvedContext,
        arn: string,
        input: TopicInput,
        version?: string
      ) {
        const topic = yield* get(context, arn)
        yield* requireVersion(topic, version)
        yield* faultless(context, topic, input)
        const changed = changedOf(topic, input)
        if (Object.keys(changed).length === 0) return topic
        const seen = yield* changing.makeIdempotent(caller, context, aboutOf(context, topic.name, topic, changed), {
          // inside the queue, so that the second of two editors sees the first change
          before:
            version === undefined
              ? Effect.succeed(false)
              : Effect.flatMap(get(context, arn), (now) => requireVersion(now, version)),
          change: gateway.set(context.s3, arn, changed)
        })
        return seen ?? (yield* new NotFound({ entity: "Topic", id: arn }))
      })

      const remove = Effect.fn("Topics.remove")(function* (
        caller: Caller,
        context: ResolvedContext,
        arn: string,
        despiteUses: boolean
      ) {
        const name = topicNameOf(arn)
        yield* confirmedName("topic", name)
        const topic = yield* get(context, arn)
        if (!despiteUses) {
          const { found: currentUses, unknown } = yield* readCurrentUses(context, arn)
          if (currentUses.length > 0) return yield* new Conflict({ code: "state_conflict", detail: inUse(currentUses) })
          if (unknown !== null)
            return yield* new Conflict({
              code: "state_conflict",
              detail: `Whether buckets use this topic is not known: ${unknown}. Delete it despite them, or try again`
            })
        }
        yield* deletion.makeIdempotent(caller, context, aboutOf(context, topic.name, topic, {}), {
          before: Effect.flatMap(byName(context, name), (there) =>
            there === null ? Effect.fail(new NotFound({ entity: "Topic", id: arn })) : Effect.succeed(false)
          ),
          change: gateway.remove(context.s3, arn)
        })
        const removed: Removed = { id: arn, name }
        return removed
      })

      return Topics.of({ list, get, uses, check, create, update, remove })
    })
  )
}

const changedOf = ({ attributes }: Topic, { credentials, push_endpoint, ...plain }: TopicInput): TopicInput => {
  const currentAttributes: Readonly<Record<string, unknown>> = attributes
  const endpoint =
    push_endpoint === undefined ||
    (credentials === undefined && !attributes.has_credentials && (push_endpoint ?? "") === attributes.push_endpoint)
      ? {}
      : { push_endpoint, ...(credentials === undefined ? {} : { credentials }) }
  const changed: TopicInput = Object.fromEntries(
    Object.entries(plain).filter(([name, value]) => currentAttributes[name] !== value)
  )
  return { ...changed, ...endpoint }
}

const inUse = (uses: ReadonlyArray<TopicUse>): string => {
  const buckets = [...new Set(uses.map(({ bucket }) => bucket))]
  const first = buckets.slice(0, 5).join(", ")
  const named =
    buckets.length === 1 ? `bucket ${first}` : `${buckets.length} buckets (${first}${buckets.length > 5 ? ", …" : ""})`
  return `Events of ${named} go to this topic: take the notifications away first, or delete it despite them`
}
