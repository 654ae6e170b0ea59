import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema, OpenApi } from "effect/http-api"
import { BadRequest, Conflict, InvalidInput, NotFound } from "#domain/platform/errors/Errors.ts"
import { WorkItemPage, WorkRun, WorkRunPage } from "#domain/platform/work/WorkRun.ts"
import { type Requirement, RequiredAccess } from "./Access.ts"
import { itemsQuery, runParams, runsQuery, WorkFrame, workStreamText } from "./workShape.ts"

type ScopeError = typeof BadRequest | typeof NotFound

interface WorkScope<Name, Prefix, Params, Query> {
  readonly name: Name
  readonly prefix: Prefix
  readonly params: Params
  readonly query: Query
  readonly read: Requirement
  readonly write: Requirement
}

export const workGroup = <
  const Name extends string,
  const Prefix extends `/${string}`,
  const Params extends Schema.Struct.Fields,
  const Query extends Schema.Struct.Fields
>({
  name,
  params: scopeParams,
  prefix,
  query,
  read,
  write
}: WorkScope<Name, Prefix, Params, Query>) => {
  const params = { ...scopeParams, ...runParams }
  const error: ReadonlyArray<ScopeError> = "context_id" in query ? [BadRequest, NotFound] : [NotFound]
  const queryError: ReadonlyArray<ScopeError | typeof InvalidInput> = [...error, InvalidInput]
  const actionError: ReadonlyArray<ScopeError | typeof Conflict> = [...error, Conflict]
  const runAction = { params, query, success: WorkRun, error: actionError } as const
  return HttpApiGroup.make(name)
    .add(
      HttpApiEndpoint.get("list", "/work", {
        params: scopeParams,
        query: { ...query, ...runsQuery },
        success: WorkRunPage,
        error: queryError
      }).annotate(RequiredAccess, read),
      HttpApiEndpoint.get("get", "/work/:run_id", { params, query, success: WorkRun, error }).annotate(
        RequiredAccess,
        read
      ),
      HttpApiEndpoint.get("items", "/work/:run_id/items", {
        params,
        query: { ...query, ...itemsQuery },
        success: WorkItemPage,
        error: queryError
      }).annotate(RequiredAccess, read),
      HttpApiEndpoint.get("stream", "/work/:run_id/stream", {
        params,
        query,
        success: HttpApiSchema.StreamSse({ events: WorkFrame }),
        error
      })
        .annotate(RequiredAccess, read)
        .annotate(OpenApi.Description, workStreamText),
      HttpApiEndpoint.get("report", "/work/:run_id/report", {
        params,
        query: { ...query, format: Schema.optionalKey(Schema.Literals(["csv", "json"])) },
        success: HttpApiSchema.StreamUint8Array({ contentType: "text/csv" }),
        error: queryError
      })
        .annotate(RequiredAccess, read)
        .annotate(
          OpenApi.Description,
          "The items of a run with results, as `text/csv`, or with `format=json` as one document (`{run, items}`)."
        ),
      HttpApiEndpoint.post("pause", "/work/:run_id/pause", runAction).annotate(RequiredAccess, write),
      HttpApiEndpoint.post("resume", "/work/:run_id/resume", runAction).annotate(RequiredAccess, write),
      HttpApiEndpoint.post("stop", "/work/:run_id/stop", runAction).annotate(RequiredAccess, write),
      HttpApiEndpoint.post("undo", "/work/:run_id/undo", runAction).annotate(RequiredAccess, write)
    )
    .prefix(prefix)
}
