import { HttpApiEndpoint, HttpApiGroup } from "effect/http-api"
import { PrivateAccessReport } from "#domain/iam/PrivateAccess.ts"
import { access, RequiredAccess } from "../Access.ts"

export class InternalPrivateAccessGroup extends HttpApiGroup.make("internalPrivateAccess")
  .add(
    HttpApiEndpoint.post("run", "/private-access/run", { success: PrivateAccessReport }).annotate(
      RequiredAccess,
      access.internal
    )
  )
  .prefix("/api/internal") {}
