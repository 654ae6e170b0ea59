import { Schema, Tuple } from "effect"
import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema, OpenApi } from "effect/http-api"
import { BadRequest, NotFound } from "#domain/errors/Errors.ts"
import { Problem } from "#domain/errors/Problem.ts"
import { streamEvent } from "#domain/live/streamEvent.ts"
import { UsageEvent, UsageSnapshot } from "#domain/usage/Usage.ts"
import { access, RequiredAccess } from "../Access.ts"
import { ContextControl } from "../Middleware.ts"
import { RequiredTool } from "../RequiredTool.ts"
import { contextQuery, RequiredContext } from "../RequiredContext.ts"
import { eventFrame } from "../eventFrame.ts"

/** Null until the first recount ended. */
export const LatestUsage = Schema.Struct({ snapshot: Schema.NullOr(UsageSnapshot) }).annotate({ identifier: "LatestUsage" })

export const UsageDone = Schema.Struct({}).annotate({ identifier: "UsageDone" })

/** Frames of a recount: `progress` …, then `result` or `error`, then `done`. */
export const UsageFrame = Schema.Union([...UsageEvent.members, streamEvent("error", Problem), streamEvent("done", UsageDone)])
  .mapMembers(Tuple.map(eventFrame)).annotate({ identifier: "UsageFrame" })
export type UsageFrame = typeof UsageFrame.Type

/** Usage of an execution context: the latest snapshot, and a recount that tells how far it is. */
export class UsageStatsGroup extends HttpApiGroup.make("usageStats").add(
  HttpApiEndpoint.get("latest", "/usage-stats/latest", {
    query: contextQuery, success: LatestUsage, error: [BadRequest, NotFound]
  }).annotate(RequiredAccess, access.scoped("manager.read")),
  HttpApiEndpoint.post("stream", "/usage-stats/stream", {
    query: contextQuery,
    success: HttpApiSchema.StreamSse({ events: UsageFrame }),
    error: [BadRequest, NotFound]
  }).annotate(RequiredAccess, access.scoped("manager.write"))
    .annotate(OpenApi.Description, "A recount that tells how far it is: `progress`, then `result` or `error`, then `done`, and the stream ends.")
).middleware(ContextControl).annotateEndpoints(RequiredContext, "manager").annotateEndpoints(RequiredTool, "usage_stats").prefix("/api/manager") {}
