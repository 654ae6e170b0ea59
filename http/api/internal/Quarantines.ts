import { HttpApiEndpoint, HttpApiGroup } from "effect/http-api"
import { QuarantineReport } from "#domain/buckets/Quarantine.ts"
import { access, RequiredAccess } from "../Access.ts"

export class InternalQuarantinesGroup extends HttpApiGroup.make("internalQuarantines")
  .add(
    HttpApiEndpoint.post("run", "/quarantines/run", { success: QuarantineReport }).annotate(
      RequiredAccess,
      access.internal
    )
  )
  .prefix("/api/internal") {}
