import { Onboarding } from "#domain/gateways/endpoints/StorageEndpoint.ts"
import { HttpApiEndpoint, HttpApiGroup } from "effect/http-api"
import { access, RequiredAccess } from "../Access.ts"

export class OnboardingGroup extends HttpApiGroup.make("onboarding")
  .add(
    HttpApiEndpoint.get("state", "/onboarding", { success: Onboarding }).annotate(
      RequiredAccess,
      access.scoped("profile.read")
    )
  )
  .prefix("/api") {}
