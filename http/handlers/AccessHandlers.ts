import { Layer } from "effect"
import { AuditHandlers } from "./admin/Audit.ts"
import { GroupsHandlers } from "./admin/Groups.ts"
import { IdentityHandlers } from "./admin/Identity.ts"
import { IdentityProvidersHandlers } from "./admin/IdentityProviders.ts"
import { LinkChoicesHandlers } from "./admin/LinkChoices.ts"
import { SettingsHandlers } from "./admin/Settings.ts"
import { UsersHandlers } from "./admin/Users.ts"
import { ApiTokensHandlers } from "./auth/ApiTokens.ts"
import { AuthHandlers } from "./auth/Auth.ts"
import { WebAuthnHandlers } from "./auth/WebAuthn.ts"
import { BrandingHandlers } from "./Branding.ts"
import { NotificationsHandlers } from "./me/Notifications.ts"
import { OwnProfileHandlers } from "./me/Profile.ts"
import { OwnSecurityHandlers } from "./me/Security.ts"

export const AccessHandlers = Layer.mergeAll(
  AuthHandlers,
  WebAuthnHandlers,
  ApiTokensHandlers,
  OwnProfileHandlers,
  OwnSecurityHandlers,
  UsersHandlers,
  GroupsHandlers,
  LinkChoicesHandlers,
  IdentityHandlers,
  IdentityProvidersHandlers,
  AuditHandlers,
  SettingsHandlers,
  BrandingHandlers,
  NotificationsHandlers
)
