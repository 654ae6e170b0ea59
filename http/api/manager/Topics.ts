import { Schema, Tuple } from "effect"
import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema, OpenApi } from "effect/http-api"
import { Problem } from "#domain/platform/errors/Problem.ts"
import { streamEvent } from "#domain/platform/streamEvent.ts"
import { Removed } from "#domain/platform/Removed.ts"
import {
  BadRequest,
  Conflict,
  Forbidden,
  InvalidInput,
  NotFound,
  RateLimited,
  StorageError,
  StorageTimeout,
  Unavailable
} from "#domain/platform/errors/Errors.ts"
import { Topic, TopicArn, TopicList, TopicUses } from "#domain/iam/topics/Topic.ts"
import { CheckTopic, CreateTopic, TopicCheck, UpdateTopic } from "#domain/iam/topics/TopicCheck.ts"
import { EndpointCheck } from "#domain/iam/topics/EndpointCheck.ts"
import { TestNotifications, TopicTestEvent } from "#domain/iam/topics/TopicTest.ts"
import { requireScope } from "#domain/accounts/scope/RequestScope.ts"
import { eventFrame } from "../eventFrame.ts"
import { access, RequiredAccess } from "../Access.ts"
import { confirmQuery, Destructive, destructive } from "../Destructive.ts"
import { ScopeControl } from "../Middleware.ts"
import { contextQuery, RequiredScope } from "../RequiredScope.ts"

const gatewayErrors = [BadRequest, Forbidden, NotFound, StorageError, StorageTimeout, Unavailable] as const
const one = { topic_arn: TopicArn }
const query = contextQuery

export const TopicTestFrame = Schema.Union([
  ...TopicTestEvent.members,
  streamEvent("error", Problem),
  streamEvent("done", Schema.Struct({}).annotate({ identifier: "TopicTestDone" }))
])
  .mapMembers(Tuple.map(eventFrame))
  .annotate({ identifier: "TopicTestFrame" })
export type TopicTestFrame = typeof TopicTestFrame.Type

export class ManagerTopicsGroup extends HttpApiGroup.make("topics")
  .add(
    HttpApiEndpoint.get("list", "/topics", { query, success: TopicList, error: gatewayErrors })
      .annotate(RequiredAccess, access.scoped("manager.read"))
      .annotate(
        OpenApi.Description,
        "All topics of the account by ARN, with their configuration; never a user name or password. Where " +
          "SNS is switched off or the gateway has none: 403 with `topics_unavailable` and the evidence."
      ),
    HttpApiEndpoint.get("uses", "/topics/uses", { query, success: TopicUses, error: gatewayErrors })
      .annotate(RequiredAccess, access.scoped("manager.read"))
      .annotate(
        OpenApi.Description,
        "Which notifications of which buckets name which topics. All buckets of the context are read; " +
          "`unread` has those that could not be."
      ),
    HttpApiEndpoint.get("get", "/topics/:topic_arn", {
      params: one,
      query,
      success: Topic,
      error: gatewayErrors
    }).annotate(RequiredAccess, access.scoped("manager.read")),
    HttpApiEndpoint.post("check", "/topics/check", {
      query,
      payload: CheckTopic,
      success: TopicCheck,
      error: [InvalidInput, ...gatewayErrors]
    })
      .annotate(RequiredAccess, access.scoped("manager.read"))
      .annotate(OpenApi.Description, "Shows why a topic would be refused, and warnings; nothing is changed."),
    HttpApiEndpoint.post("create", "/topics", {
      query,
      payload: CreateTopic,
      success: Topic.annotate({ httpApiStatus: 201 }),
      error: [InvalidInput, Conflict, ...gatewayErrors]
    })
      .annotate(RequiredAccess, access.scoped("manager.write"))
      .annotate(
        OpenApi.Description,
        "Creates a topic. 409 `already_exists` if the name is taken: RGW itself would replace the topic " +
          "completely."
      ),
    HttpApiEndpoint.post("test", "/topics/test", {
      query,
      payload: TestNotifications,
      success: HttpApiSchema.StreamSse({ events: TopicTestFrame }),
      error: [InvalidInput, Conflict, ...gatewayErrors]
    })
      .annotate(RequiredAccess, access.scoped("manager.write"))
      .annotate(
        OpenApi.Description,
        "Tests whether events of a bucket reach this service: creates a topic, a notification and an object " +
          "of its own, waits for the push, and deletes all of it, also when the connection ends or the process " +
          "is killed. `step` reports progress, `result` the latency, or why nothing arrived."
      ),
    HttpApiEndpoint.post("endpoint", "/topics/:topic_arn/endpoint-check", {
      params: one,
      query,
      success: EndpointCheck,
      error: [RateLimited, ...gatewayErrors]
    })
      .annotate(RequiredAccess, access.scoped("manager.write"))
      .annotate(
        OpenApi.Description,
        "Tests the address to which a topic pushes from this service, as a gateway would: one event without " +
          "records, without following redirects; of a broker only whether something listens. Only hosts of " +
          "EVENT_LISTENER_ALLOWED_HOSTS are tested; others are `not_allowed`."
      ),
    HttpApiEndpoint.put("update", "/topics/:topic_arn/attributes", {
      params: one,
      query,
      payload: UpdateTopic,
      success: Topic,
      error: [InvalidInput, Conflict, ...gatewayErrors]
    })
      .annotate(RequiredAccess, access.scoped("manager.write"))
      .annotate(
        OpenApi.Description,
        "Sets the attributes that are sent; absent ones stay, and null resets one. The gateway takes one " +
          "attribute per call, the policy first: if one is refused, those before it stay set. With `version`, " +
          "409 `stale_plan` if the topic was changed meanwhile."
      ),
    HttpApiEndpoint.delete("remove", "/topics/:topic_arn", {
      params: one,
      query: { ...query, ...confirmQuery, despite_uses: Schema.optionalKey(Schema.Literals(["true", "false"])) },
      success: Removed,
      error: [InvalidInput, Conflict, ...gatewayErrors]
    })
      .annotate(RequiredAccess, access.scoped("manager.write"))
      .annotate(Destructive, destructive.named("topic", "its name"))
      .annotate(
        OpenApi.Description,
        "Deletes a topic. 409 `state_conflict` while notifications of buckets name it, or while not all " +
          "buckets could be listed and read, unless `despite_uses` is set; such notifications stay and reach " +
          "nobody."
      )
  )
  .middleware(ScopeControl)
  .annotateEndpoints(RequiredScope, requireScope.context("manager"))
  .prefix("/api/manager") {}
