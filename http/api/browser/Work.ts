import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema, OpenApi } from "effect/http-api"
import { BadRequest, Conflict, InvalidInput, NotFound } from "#domain/platform/errors/Errors.ts"
import { WorkItemPage, WorkRun, WorkRunPage } from "#domain/platform/work/WorkRun.ts"
import { requireScope } from "#domain/accounts/scope/RequestScope.ts"
import { access, RequiredAccess } from "../Access.ts"
import { ScopeControl } from "../Middleware.ts"
import { contextQuery, RequiredScope } from "../RequiredScope.ts"
import { itemsQuery, runParams as params, runsQuery, WorkFrame, workStreamText } from "../workShape.ts"

const error = [BadRequest, NotFound] as const
const runAction = { params, query: contextQuery, success: WorkRun, error: [...error, Conflict] } as const

/**
 * Long work on objects of a context, visible to and controllable by everyone who may see the objects; other contexts'
 * runs are 404.
 */
export class BrowserWorkGroup extends HttpApiGroup.make("browserWork")
  .add(
    HttpApiEndpoint.get("list", "/work", {
      query: { ...contextQuery, ...runsQuery },
      success: WorkRunPage,
      error: [...error, InvalidInput]
    }).annotate(RequiredAccess, access.scoped("browser.read")),
    HttpApiEndpoint.get("get", "/work/:run_id", { params, query: contextQuery, success: WorkRun, error }).annotate(
      RequiredAccess,
      access.scoped("browser.read")
    ),
    HttpApiEndpoint.get("items", "/work/:run_id/items", {
      params,
      query: { ...contextQuery, ...itemsQuery },
      success: WorkItemPage,
      error: [...error, InvalidInput]
    }).annotate(RequiredAccess, access.scoped("browser.read")),
    HttpApiEndpoint.get("stream", "/work/:run_id/stream", {
      params,
      query: contextQuery,
      success: HttpApiSchema.StreamSse({ events: WorkFrame }),
      error
    })
      .annotate(RequiredAccess, access.scoped("browser.read"))
      .annotate(OpenApi.Description, workStreamText),
    HttpApiEndpoint.post("pause", "/work/:run_id/pause", runAction).annotate(
      RequiredAccess,
      access.scoped("browser.write")
    ),
    HttpApiEndpoint.post("resume", "/work/:run_id/resume", runAction).annotate(
      RequiredAccess,
      access.scoped("browser.write")
    ),
    HttpApiEndpoint.post("stop", "/work/:run_id/stop", runAction).annotate(
      RequiredAccess,
      access.scoped("browser.write")
    ),
    HttpApiEndpoint.post("undo", "/work/:run_id/undo", runAction).annotate(
      RequiredAccess,
      access.scoped("browser.write")
    )
  )
  .middleware(ScopeControl)
  .annotateEndpoints(RequiredScope, requireScope.context("browser"))
  .prefix("/api/browser") {}
