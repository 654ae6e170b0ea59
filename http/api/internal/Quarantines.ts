import { HttpApiEndpoint, HttpApiGroup } from "effect/http-api"
import { QuarantineReport } from "#domain/buckets/Quarantine.ts"
import { access, RequiredAccess } from "../Access.ts"

/** The job that deletes buckets whose day in quarantine has come, for outside schedulers. */
export class InternalQuarantinesGroup extends HttpApiGroup.make("internalQuarantines").add(
  HttpApiEndpoint.post("run", "/quarantines/run", { success: QuarantineReport }).annotate(RequiredAccess, access.internal)
).prefix("/api/internal") {}
