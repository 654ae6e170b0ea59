import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema, OpenApi } from "effect/http-api"
import { requireScope } from "#domain/accounts/scope/RequestScope.ts"
import { cursorPageOf, cursorQuery } from "#domain/platform/Cursor.ts"
import {
  Conflict,
  Forbidden,
  InvalidInput,
  NotFound,
  StorageError,
  StorageTimeout,
  Unavailable
} from "#domain/platform/errors/Errors.ts"
import { timeQuery } from "#domain/platform/Filters.ts"
import { RowId } from "#domain/platform/RowId.ts"
import { FilledText } from "#domain/platform/Text.ts"
import {
  AccessLogAction,
  AccessLogEntry,
  AccessLogCursor,
  AccessLogResult,
  AccessLogSpaces,
  SpaceAccessLogs,
  UpdateSpaceAccessLogs
} from "#domain/usage/accesslogs/AccessLog.ts"
import { access, RequiredAccess } from "../Access.ts"
import { ScopeControl } from "../Middleware.ts"
import { RequiredScope, scopeQuery } from "../RequiredScope.ts"

const query = scopeQuery.Portal
const params = { space_id: RowId }
const gatewayErrors = [StorageError, StorageTimeout, Unavailable] as const
const filter = {
  action: Schema.optionalKey(AccessLogAction),
  space: Schema.optionalKey(RowId),
  path: Schema.optionalKey(FilledText(1_000)),
  identity: Schema.optionalKey(FilledText(500)),
  result: Schema.optionalKey(AccessLogResult),
  from: timeQuery,
  to: timeQuery
}

const limits =
  "Logs are evidence, no proof: requests with a wrong signature or an unknown key are not logged, sent bytes are not " +
  "logged, and keys with `path_checked: false` come from the body of a request and may be forged."

export class PortalAccessLogsGroup extends HttpApiGroup.make("portalAccessLogs")
  .add(
    HttpApiEndpoint.get("page", "/access-logs/page", {
      query: { ...query, ...cursorQuery(AccessLogCursor), ...filter },
      success: cursorPageOf(AccessLogEntry).annotate({ identifier: "AccessLogPage" }),
      error: [Forbidden, NotFound, InvalidInput]
    })
      .annotate(RequiredAccess, access.scoped("portal.read"))
      .annotate(
        OpenApi.Description,
        "Requests in the caller's spaces, for Portal managers in all of the account, newest first. `path` is the " +
          `beginning of a key, \`from\` is inclusive, \`to\` is not. ${limits}`
      ),
    HttpApiEndpoint.get("raw", "/access-logs/raw", {
      query: { ...query, ...filter },
      success: HttpApiSchema.StreamUint8Array({ contentType: "text/plain" }),
      error: [Forbidden, NotFound, InvalidInput]
    })
      .annotate(RequiredAccess, access.scoped("portal.read"))
      .annotate(
        OpenApi.Description,
        "The same in the format of S3 server access logs, newest first, at most 1,000,000 lines. Keys and agents are " +
          "percent-encoded, so that none of them forges a line; signatures of presigned addresses are left out."
      ),
    HttpApiEndpoint.get("spaces", "/access-logs/spaces", { query, success: AccessLogSpaces, error: Forbidden })
      .annotate(RequiredAccess, access.scoped("portal.read"))
      .annotate(OpenApi.Description, "State of the access logs of each space that the caller sees."),
    HttpApiEndpoint.get("state", "/spaces/:space_id/access-logs", {
      params,
      query,
      success: SpaceAccessLogs,
      error: [Forbidden, NotFound]
    })
      .annotate(RequiredAccess, access.scoped("portal.read"))
      .annotate(OpenApi.Description, "Whether requests in the space are logged, and what stops it."),
    HttpApiEndpoint.put("set", "/spaces/:space_id/access-logs", {
      params,
      query,
      payload: UpdateSpaceAccessLogs,
      success: SpaceAccessLogs,
      error: [Forbidden, NotFound, Conflict, InvalidInput, ...gatewayErrors]
    })
      .annotate(RequiredAccess, access.scoped("portal.write"))
      .annotate(
        OpenApi.Description,
        "Switches bucket logging of the space's bucket, for all spaces of the bucket. Creates a missing log bucket. " +
          "Lines stay until their retention ends. 409 `state_conflict` when the bucket logs elsewhere."
      ),
    HttpApiEndpoint.post("refresh", "/spaces/:space_id/access-logs/refresh", {
      params,
      query,
      success: SpaceAccessLogs,
      error: [Forbidden, NotFound, ...gatewayErrors]
    })
      .annotate(RequiredAccess, access.scoped("portal.write"))
      .annotate(
        OpenApi.Description,
        "Makes the gateway deliver the records that it holds back, and collects them. Without it they follow within " +
          "minutes of the next request."
      )
  )
  .middleware(ScopeControl)
  .annotateEndpoints(RequiredScope, requireScope.portal)
  .prefix("/api/portal") {}
