import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema, OpenApi } from "effect/http-api"
import { Conflict, InvalidInput, NotFound } from "#domain/platform/errors/Errors.ts"
import { WorkItemPage, WorkRun, WorkRunPage } from "#domain/platform/work/WorkRun.ts"
import { access, RequiredAccess } from "../Access.ts"
import { itemsQuery, runParams as params, runsQuery, WorkFrame, workStreamText } from "../workShape.ts"

export { WorkFrame } from "../workShape.ts"

const runAction = { params, success: WorkRun, error: [NotFound, Conflict] } as const

export class WorkGroup extends HttpApiGroup.make("adminWork")
  .add(
    HttpApiEndpoint.get("list", "/work", { query: runsQuery, success: WorkRunPage, error: InvalidInput }).annotate(
      RequiredAccess,
      access.admin("admin.read")
    ),
    HttpApiEndpoint.get("get", "/work/:run_id", { params, success: WorkRun, error: NotFound }).annotate(
      RequiredAccess,
      access.admin("admin.read")
    ),
    HttpApiEndpoint.get("items", "/work/:run_id/items", {
      params,
      query: itemsQuery,
      success: WorkItemPage,
      error: [InvalidInput, NotFound]
    }).annotate(RequiredAccess, access.admin("admin.read")),
    HttpApiEndpoint.get("stream", "/work/:run_id/stream", {
      params,
      success: HttpApiSchema.StreamSse({ events: WorkFrame }),
      error: NotFound
    })
      .annotate(RequiredAccess, access.admin("admin.read"))
      .annotate(OpenApi.Description, workStreamText),
    HttpApiEndpoint.post("pause", "/work/:run_id/pause", runAction).annotate(
      RequiredAccess,
      access.admin("admin.write")
    ),
    HttpApiEndpoint.post("resume", "/work/:run_id/resume", runAction).annotate(
      RequiredAccess,
      access.admin("admin.write")
    ),
    HttpApiEndpoint.post("stop", "/work/:run_id/stop", runAction).annotate(RequiredAccess, access.admin("admin.write")),
    HttpApiEndpoint.post("undo", "/work/:run_id/undo", runAction).annotate(RequiredAccess, access.admin("admin.write"))
  )
  .prefix("/api/admin") {}
