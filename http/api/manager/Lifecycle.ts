import { Schema, Tuple } from "effect"
import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema, OpenApi } from "effect/http-api"
import { ExistingBucketName } from "#domain/buckets/BucketName.ts"
import {
  BadRequest,
  InvalidInput,
  NotFound,
  StorageError,
  StorageTimeout,
  Unavailable
} from "#domain/platform/errors/Errors.ts"
import { Problem } from "#domain/platform/errors/Problem.ts"
import { SimulateLifecycle, SimulationEvent } from "#domain/buckets/lifecycle/LifecycleSimulation.ts"
import { streamEvent } from "#domain/platform/streamEvent.ts"
import { requireScope } from "#domain/accounts/scope/RequestScope.ts"
import { access, RequiredAccess } from "../Access.ts"
import { eventFrame } from "../eventFrame.ts"
import { ScopeControl } from "../Middleware.ts"
import { contextQuery, RequiredScope } from "../RequiredScope.ts"

export const SimulationDone = Schema.Struct({}).annotate({ identifier: "SimulationDone" })

export const SimulationFrame = Schema.Union([
  ...SimulationEvent.members,
  streamEvent("error", Problem),
  streamEvent("done", SimulationDone)
])
  .mapMembers(Tuple.map(eventFrame))
  .annotate({ identifier: "SimulationFrame" })
export type SimulationFrame = typeof SimulationFrame.Type

export class LifecycleGroup extends HttpApiGroup.make("lifecycle")
  .add(
    HttpApiEndpoint.post("simulate", "/buckets/:bucket_name/lifecycle/simulation", {
      params: { bucket_name: ExistingBucketName },
      query: contextQuery,
      payload: SimulateLifecycle,
      success: HttpApiSchema.StreamSse({ events: SimulationFrame }),
      error: [BadRequest, InvalidInput, NotFound, StorageError, StorageTimeout, Unavailable]
    })
      .annotate(RequiredAccess, access.scoped("manager.read"))
      .annotate(
        OpenApi.Description,
        "Reads the bucket and reports what the rules would do within the given number of days: `progress`, " +
          "then `result` or `error`, then `done`. Closing the connection stops the reading. Nothing is " +
          "changed."
      )
  )
  .middleware(ScopeControl)
  .annotateEndpoints(RequiredScope, requireScope.context("manager"))
  .prefix("/api/manager") {}
