import { HttpApiEndpoint, HttpApiGroup } from "effect/http-api"
import {
  Conflict,
  InvalidInput,
  NotFound,
  StorageError,
  StorageTimeout,
  Unavailable
} from "#domain/platform/errors/Errors.ts"
import { PlanKeyRotation, StartKeyRotation } from "#domain/fleet/KeyRotation.ts"
import { RowId } from "#domain/platform/RowId.ts"
import { WorkPlan, WorkRun } from "#domain/platform/work/WorkRun.ts"
import { access, RequiredAccess } from "../Access.ts"
import { Destructive, destructive } from "../Destructive.ts"

const error = [InvalidInput, NotFound, Conflict, StorageError, StorageTimeout, Unavailable] as const
const startedRun = WorkRun.annotate({ httpApiStatus: 201 })

export class KeyRotationGroup extends HttpApiGroup.make("adminKeyRotation")
  .add(
    HttpApiEndpoint.post("plan", "/key-rotation/plan", { payload: PlanKeyRotation, success: WorkPlan, error }).annotate(
      RequiredAccess,
      access.admin("admin.write")
    ),
    HttpApiEndpoint.post("start", "/key-rotation", { payload: StartKeyRotation, success: startedRun, error })
      .annotate(RequiredAccess, access.admin("admin.write"))
      .annotate(
        Destructive,
        destructive.itself(
          "it names what it rotates by endpoint and type, and with plan_hash the very keys that were shown"
        )
      ),
    HttpApiEndpoint.delete("removeOldKeys", "/key-rotation/:run_id/old-keys", {
      params: { run_id: RowId },
      success: startedRun,
      error
    })
      .annotate(RequiredAccess, access.admin("admin.write"))
      .annotate(Destructive, destructive.itself("these are the keys that one run has switched off, and no others"))
  )
  .prefix("/api/admin") {}
