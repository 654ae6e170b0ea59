import { HttpApiEndpoint, HttpApiGroup } from "effect/http-api"
import { PurgeReport } from "#domain/platform/PurgeReport.ts"
import { access, RequiredAccess } from "../Access.ts"

export class InternalSharesGroup extends HttpApiGroup.make("internalShares")
  .add(
    HttpApiEndpoint.post("purge", "/shares/purge", { success: PurgeReport }).annotate(RequiredAccess, access.internal)
  )
  .prefix("/api/internal") {}
