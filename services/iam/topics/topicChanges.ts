import { Effect, Schema } from "effect"
import { canonicalJson } from "#domain/platform/audit/canonicalJson.ts"
import type { ResolvedContext } from "#domain/accounts/contexts/CurrentContext.ts"
import { type Topic, TopicAttributes, type TopicInput } from "#domain/iam/topics/Topic.ts"
import { Audited } from "#services/platform/audit/Audited.ts"
import type { GatewayChangeKind, Recovered } from "#services/platform/audit/GatewayChangeKind.ts"
import { ExecutionContexts } from "#services/accounts/contexts/ExecutionContexts.ts"
import { TopicGateway } from "./TopicGateway.ts"

const About = Schema.Struct({
  context_id: Schema.String,
  storage_endpoint_id: Schema.NullOr(Schema.Int),
  listing_key: Schema.String,
  name: Schema.String,
  before: Schema.NullOr(TopicAttributes),
  wanted: Schema.Record(Schema.String, Schema.Json)
})
export type TopicChange = typeof About.Type

type Kind = GatewayChangeKind<TopicChange, ResolvedContext, Topic | null>

export const topicAttributes = ({
  credentials,
  push_endpoint,
  ...plain
}: TopicInput): Readonly<Record<string, Schema.Json>> => ({
  ...plain,
  ...(push_endpoint === undefined
    ? {}
    : { push_endpoint: push_endpoint ?? "", has_credentials: credentials !== undefined })
})

/** Opaque data may be a secret: only its presence is audited. */
const redacted = (attributes: TopicChange["wanted"]): TopicChange["wanted"] =>
  "opaque_data" in attributes ? { ...attributes, opaque_data: attributes["opaque_data"] === "" ? "" : "…" } : attributes

const shows = (topic: Topic, attributes: TopicChange["wanted"]): boolean =>
  Object.entries(attributes).every(
    ([name, value]) =>
      canonicalJson(JSON.stringify(topic.attributes[name as keyof TopicAttributes] ?? null)) ===
      canonicalJson(JSON.stringify(value))
  )

export const topicChanges = Effect.gen(function* () {
  const audited = yield* Audited
  const contexts = yield* ExecutionContexts
  const gateway = yield* TopicGateway

  const byName = ({ s3 }: ResolvedContext, name: string) =>
    Effect.map(gateway.list(s3), (topics) => topics.find((topic) => topic.name === name) ?? null)

  const kind = (
    action: string,
    done: string,
    isApplied: (topic: Topic | null, about: TopicChange) => boolean
  ): Kind => {
    const recoveredFrom = (topic: Topic | null, about: TopicChange): Recovered<Topic | null> => ({
      isApplied: isApplied(topic, about),
      observed: topic,
      rows: Effect.void
    })
    return {
      action,
      scope: "manager",
      about: About,
      gateway: ({ listing_key, storage_endpoint_id }) =>
        storage_endpoint_id === null ? listing_key : `endpoint:${storage_endpoint_id}`,
      thing: ({ listing_key, name }) => `${listing_key}/topic:${name}`,
      entity: ({ name }) => ({ type: "topic", id: name, label: name }),
      messages: ({ name }) => ({
        success: `Topic ${name} was ${done}`,
        failure: `Topic ${name} was not ${done}`,
        unknown: `Whether topic ${name} was ${done} is not known`
      }),
      metadata: ({ before, context_id, storage_endpoint_id, wanted }) => ({
        context_id,
        storage_endpoint_id,
        after: redacted(wanted),
        before:
          before === null
            ? null
            : redacted(
                Object.fromEntries(
                  Object.keys(wanted).map((name) => [name, before[name as keyof TopicAttributes] ?? null])
                )
              )
      }),
      reach: ({ listing_key }) => contexts.forListing(listing_key),
      recover: (context, about) => Effect.map(byName(context, about.name), (topic) => recoveredFrom(topic, about)),
      assumeApplied: null
    }
  }

  return {
    byName,
    creation: audited.gateway(kind("topic.create", "created", (topic) => topic !== null)),
    update: audited.gateway(
      kind("topic.update", "changed", (topic, { wanted }) => topic !== null && shows(topic, wanted))
    ),
    deletion: audited.gateway(kind("topic.delete", "deleted", (topic) => topic === null))
  }
})
