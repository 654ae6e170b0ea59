import { Schema, Tuple } from "effect"
import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema, OpenApi } from "effect/http-api"
import { Conflict, InvalidInput, NotFound } from "#domain/errors/Errors.ts"
import { cursorQuery } from "#domain/paging/Cursor.ts"
import { someOf } from "#domain/paging/Filters.ts"
import { RowId } from "#domain/text/RowId.ts"
import { Shaped } from "#domain/text/Text.ts"
import { itemStates, runStates } from "#domain/work/runState.ts"
import { WorkEvent, WorkItemPage, WorkPosition, WorkRun, WorkRunPage } from "#domain/work/WorkRun.ts"
import { access, RequiredAccess } from "../Access.ts"
import { eventFrame } from "../eventFrame.ts"

const params = { run_id: RowId }

const shownStates = runStates.filter((state) => state !== "planning")

/** Frames of a run: `snapshot` (the run, and what changed since the frame before) at once and after each change, `done` at its end. */
export const WorkFrame = WorkEvent.mapMembers(Tuple.map(eventFrame)).annotate({ identifier: "WorkFrame" })
export type WorkFrame = typeof WorkFrame.Type

const asked = { params, success: WorkRun, error: [NotFound, Conflict] } as const

/** Long work of administrators, whatever its kind: what runs and ran, item by item, and how it is paused, resumed, stopped and undone. */
export class WorkGroup extends HttpApiGroup.make("adminWork").add(
  HttpApiEndpoint.get("list", "/work", {
    query: {
      ...cursorQuery(WorkPosition), kind: Schema.optionalKey(Shaped(/^[a-z_]{1,64}$/u, 100)), state: Schema.optionalKey(someOf(shownStates))
    },
    success: WorkRunPage,
    error: InvalidInput
  }).annotate(RequiredAccess, access.admin("admin.read")),
  HttpApiEndpoint.get("get", "/work/:run_id", { params, success: WorkRun, error: NotFound })
    .annotate(RequiredAccess, access.admin("admin.read")),
  HttpApiEndpoint.get("items", "/work/:run_id/items", {
    params,
    query: { ...cursorQuery(WorkPosition), state: Schema.optionalKey(someOf(itemStates)) },
    success: WorkItemPage,
    error: [InvalidInput, NotFound]
  }).annotate(RequiredAccess, access.admin("admin.read")),
  HttpApiEndpoint.get("stream", "/work/:run_id/stream", {
    params, success: HttpApiSchema.StreamSse({ events: WorkFrame }), error: NotFound
  }).annotate(RequiredAccess, access.admin("admin.read"))
    .annotate(OpenApi.Description, "A run as it goes: `snapshot` (the run, and the items that changed since the frame before; after `Last-Event-ID` since that one) at " +
      "once and after each change, `done` when it has ended. It stays open while the run is paused."),
  HttpApiEndpoint.post("pause", "/work/:run_id/pause", asked).annotate(RequiredAccess, access.admin("admin.write")),
  HttpApiEndpoint.post("resume", "/work/:run_id/resume", asked).annotate(RequiredAccess, access.admin("admin.write")),
  HttpApiEndpoint.post("stop", "/work/:run_id/stop", asked).annotate(RequiredAccess, access.admin("admin.write")),
  HttpApiEndpoint.post("undo", "/work/:run_id/undo", asked).annotate(RequiredAccess, access.admin("admin.write"))
).prefix("/api/admin") {}
