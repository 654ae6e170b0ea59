import { HttpApiEndpoint, HttpApiGroup } from "effect/http-api"
import { PlanImport, StartImport } from "#domain/accounts/ImportMany.ts"
import {
  Conflict,
  Forbidden,
  InvalidInput,
  NotFound,
  StorageError,
  StorageTimeout,
  Unavailable
} from "#domain/platform/errors/Errors.ts"
import { WorkPlan, WorkRun } from "#domain/platform/work/WorkRun.ts"
import { access, RequiredAccess } from "../Access.ts"

const error = [InvalidInput, NotFound, Conflict, StorageError, StorageTimeout, Unavailable] as const

export class ImportsGroup extends HttpApiGroup.make("adminImports")
  .add(
    HttpApiEndpoint.post("plan", "/imports/plan", { payload: PlanImport, success: WorkPlan, error }).annotate(
      RequiredAccess,
      access.admin("admin.write")
    ),
    HttpApiEndpoint.post("start", "/imports", {
      payload: StartImport,
      success: WorkRun.annotate({ httpApiStatus: 201 }),
      error: [...error, Forbidden]
    }).annotate(RequiredAccess, access.admin("admin.write", "association.set"))
  )
  .prefix("/api/admin") {}
