import * as CredentialCipherAes from "#layers/crypto/CredentialCipherAes.ts"
import * as PasswordsArgon2 from "#layers/crypto/PasswordsArgon2.ts"
import * as SecretsNode from "#layers/crypto/SecretsNode.ts"
import * as TokensJose from "#layers/crypto/TokensJose.ts"
import * as WebAuthnSimple from "#layers/crypto/WebAuthnSimple.ts"
import * as LinkChoicesSql from "#layers/sql/accounts/LinkChoicesSql.ts"
import * as ApplicationSettingsRecordsSql from "#layers/sql/identity/ApplicationSettingsRecordsSql.ts"
import * as NotificationRecordsSql from "#layers/sql/platform/NotificationRecordsSql.ts"
import { ApiTokens } from "#services/identity/ApiTokens.ts"
import { LoginAttempts } from "#services/platform/limits/LoginAttempts.ts"
import { NewPasswords } from "#services/platform/NewPasswords.ts"
import { ApplicationSettings } from "#services/identity/ApplicationSettings.ts"
import { Brand } from "#services/identity/Brand.ts"
import { AuthenticationSettings } from "#services/identity/signin/AuthenticationSettings.ts"
import { Bootstrap } from "#services/identity/Bootstrap.ts"
import { Login } from "#services/identity/signin/Login.ts"
import { OwnedTokens } from "#services/identity/OwnedTokens.ts"
import { OwnProfiles } from "#services/identity/users/OwnProfiles.ts"
import { OwnSecurity } from "#services/identity/OwnSecurity.ts"
import { Passkeys } from "#services/identity/passkeys/Passkeys.ts"
import { RecoveryCodes } from "#services/identity/passkeys/RecoveryCodes.ts"
import { Refreshes } from "#services/identity/sessions/Refreshes.ts"
import { S3Sessions } from "#services/identity/sessions/S3Sessions.ts"
import { SessionInventory } from "#services/identity/sessions/SessionInventory.ts"
import { Sessions } from "#services/identity/sessions/Sessions.ts"
import { SessionViews } from "#services/identity/signin/SessionViews.ts"
import { SignIn } from "#services/identity/signin/SignIn.ts"
import { SignOut } from "#services/identity/signin/SignOut.ts"
import { StepUp } from "#services/identity/passkeys/StepUp.ts"
import { FederatedSignIn } from "#services/identity/federation/FederatedSignIn.ts"
import { LinkRequests } from "#services/identity/federation/LinkRequests.ts"
import { ProviderGroups } from "#services/identity/federation/ProviderGroups.ts"
import { Providers } from "#services/identity/federation/Providers.ts"
import { UiGroups } from "#services/identity/UiGroups.ts"
import { UiUsers } from "#services/identity/users/UiUsers.ts"
import { UserIdentities } from "#services/identity/federation/UserIdentities.ts"
import { UserSecurityAdmin } from "#services/identity/UserSecurityAdmin.ts"
import { Layer } from "effect"
import { AuditTrail } from "./AuditTrail.ts"
import { SignInRecords } from "./SignInRecords.ts"

export const AuditAndCipher = Layer.mergeAll(AuditTrail, CredentialCipherAes.layer, NotificationRecordsSql.layer)

const crypto = Layer.mergeAll(
  NewPasswords.layer.pipe(Layer.provideMerge(PasswordsArgon2.layer)),
  SecretsNode.layer,
  TokensJose.layer,
  WebAuthnSimple.layer
)

export const SessionBase = Layer.mergeAll(Sessions.layer, S3Sessions.layer, Refreshes.layer, LoginAttempts.layer).pipe(
  Layer.provideMerge(Layer.merge(SignInRecords, crypto))
)

const federation = Layer.mergeAll(FederatedSignIn.layer, LinkRequests.layer, UserIdentities.layer).pipe(
  Layer.provideMerge(Layer.merge(SignIn.layer, Providers.layer)),
  Layer.provideMerge(ProviderGroups.layer)
)

const settings = Brand.layer.pipe(
  Layer.provideMerge(ApplicationSettings.layer),
  Layer.provideMerge(ApplicationSettingsRecordsSql.layer)
)

export const Access = Layer.merge(SessionViews.layer, UserSecurityAdmin.layer).pipe(
  Layer.provideMerge(
    Layer.mergeAll(
      ApiTokens.layer,
      AuthenticationSettings.layer,
      LinkChoicesSql.layer,
      Bootstrap.layer,
      Login.layer,
      OwnedTokens.layer,
      OwnProfiles.layer,
      OwnSecurity.layer,
      Passkeys.layer,
      SessionInventory.layer,
      SignOut.layer,
      StepUp.layer,
      UiGroups.layer,
      UiUsers.layer
    )
  ),
  Layer.provideMerge(Layer.merge(federation, settings)),
  Layer.provideMerge(RecoveryCodes.layer)
)
