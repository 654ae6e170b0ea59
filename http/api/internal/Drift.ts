import { HttpApiEndpoint, HttpApiGroup } from "effect/http-api"
import { DriftReport } from "#domain/accounts/Drift.ts"
import { access, RequiredAccess } from "../Access.ts"

/** The nightly comparison of registrations with their gateways, for outside schedulers. */
export class InternalDriftGroup extends HttpApiGroup.make("internalDrift").add(
  HttpApiEndpoint.post("check", "/drift/check", { success: DriftReport }).annotate(RequiredAccess, access.internal)
).prefix("/api/internal") {}
