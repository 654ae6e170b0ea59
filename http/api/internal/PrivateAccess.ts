import { HttpApiEndpoint, HttpApiGroup } from "effect/http-api"
import { PrivateAccessReport } from "#domain/iam/PrivateAccess.ts"
import { access, RequiredAccess } from "../Access.ts"

/** The job that brings gateways to what the accesses of people say, for outside schedulers. */
export class InternalPrivateAccessGroup extends HttpApiGroup.make("internalPrivateAccess").add(
  HttpApiEndpoint.post("run", "/private-access/run", { success: PrivateAccessReport }).annotate(RequiredAccess, access.internal)
).prefix("/api/internal") {}
