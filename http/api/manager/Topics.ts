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

/** Frames: `step` …, then `result`, then `done`. */
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
        "All topics of the account, folded by ARN, with what of them can be configured; never a user name or " +
          "password. Where SNS is switched off or the gateway has none: 403 with `topics_unavailable`, and what " +
          "that is known from."
      ),
    HttpApiEndpoint.get("uses", "/topics/uses", { query, success: TopicUses, error: gatewayErrors })
      .annotate(RequiredAccess, access.scoped("manager.read"))
      .annotate(
        OpenApi.Description,
        "Which notifications of which buckets name which topics. All buckets of the context are read; `unread` " +
          "are those that could not be."
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
      .annotate(OpenApi.Description, "Says why a wish would be refused and what to know of it; nothing is changed."),
    HttpApiEndpoint.post("create", "/topics", {
      query,
      payload: CreateTopic,
      success: Topic.annotate({ httpApiStatus: 201 }),
      error: [InvalidInput, Conflict, ...gatewayErrors]
    })
      .annotate(RequiredAccess, access.scoped("manager.write"))
      .annotate(
        OpenApi.Description,
        "Makes a topic. One of this name is 409 `already_exists`: RGW itself would replace it whole."
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
        "Tries whether events of a bucket reach this service: makes a topic, a notification and an object of " +
          "its own, waits for the push, and clears all of it away, also when nobody listens any more or the " +
          "process dies. `step` tells how far it is, `result` what it came to: the latency, or why nothing " +
          "arrived."
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
        "Tries the address that a topic pushes to from this service, as a gateway would: one event without " +
          "records, nothing is followed; of a broker only whether something listens. Only hosts of " +
          "EVENT_LISTENER_ALLOWED_HOSTS are tried; of others `not_allowed`."
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
        "Sets what is sent; what is left out stays, and null takes an attribute back. The gateway is asked " +
          "once an attribute, the policy first: of a refused one those before it stand. With `version` it is 409 " +
          "`stale_plan` where somebody else changed the topic meanwhile."
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
        "Deletes a topic. While notifications of buckets name it, or buckets could not all be listed and read: " +
          "409 `state_conflict`, unless `despite_uses`; they stay behind and tell nobody."
      )
  )
  .middleware(ScopeControl)
  .annotateEndpoints(RequiredScope, requireScope.context("manager"))
  .prefix("/api/manager") {}
