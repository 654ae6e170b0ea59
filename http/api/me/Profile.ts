import { InvalidInput, NotFound } from "#domain/platform/errors/Errors.ts"
import { OwnProfile, UpdateOwnProfile } from "#domain/identity/OwnProfile.ts"
import { HttpApiEndpoint, HttpApiGroup } from "effect/http-api"
import { access, RequiredAccess } from "../Access.ts"

export class OwnProfileGroup extends HttpApiGroup.make("ownProfile")
  .add(
    HttpApiEndpoint.get("get", "/users/me", { success: OwnProfile, error: NotFound }).annotate(
      RequiredAccess,
      access.scoped("profile.read")
    ),
    HttpApiEndpoint.put("update", "/users/me", {
      payload: UpdateOwnProfile,
      success: OwnProfile,
      error: [InvalidInput, NotFound]
    }).annotate(RequiredAccess, access.scoped("profile.write"))
  )
  .prefix("/api") {}
