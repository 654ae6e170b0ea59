import { HttpApiEndpoint, HttpApiGroup } from "effect/http-api"
import { DriftReport } from "#domain/accounts/Drift.ts"
import { access, RequiredAccess } from "../Access.ts"

export class InternalDriftGroup extends HttpApiGroup.make("internalDrift")
  .add(
    HttpApiEndpoint.post("check", "/drift/check", { success: DriftReport }).annotate(RequiredAccess, access.internal)
  )
  .prefix("/api/internal") {}
