import * as CredentialCipherAes from "#layers/crypto/CredentialCipherAes.ts"
import * as PasswordsArgon2 from "#layers/crypto/PasswordsArgon2.ts"
import * as SecretsNode from "#layers/crypto/SecretsNode.ts"
import * as TokensJose from "#layers/crypto/TokensJose.ts"
import * as WebAuthnSimple from "#layers/crypto/WebAuthnSimple.ts"
import * as LinkChoicesSql from "#layers/sql/accounts/LinkChoicesSql.ts"
import * as ApplicationSettingsRecordsSql from "#layers/sql/application/ApplicationSettingsRecordsSql.ts"
import * as NotificationRecordsSql from "#layers/sql/notifications/NotificationRecordsSql.ts"
import { ApiTokens } from "#services/tokens/ApiTokens.ts"
import { LoginTries } from "#services/limits/LoginTries.ts"
import { NewPasswords } from "#services/secrets/NewPasswords.ts"
import { ApplicationSettings } from "#services/application/ApplicationSettings.ts"
import { Brand } from "#services/application/Brand.ts"
import { AuthenticationSettings } from "#services/signin/AuthenticationSettings.ts"
import { Bootstrap } from "#services/setup/Bootstrap.ts"
import { Login } from "#services/signin/Login.ts"
import { OwnedTokens } from "#services/tokens/OwnedTokens.ts"
import { OwnProfiles } from "#services/users/OwnProfiles.ts"
import { OwnSecurity } from "#services/security/OwnSecurity.ts"
import { Passkeys } from "#services/passkeys/Passkeys.ts"
import { RecoveryCodes } from "#services/passkeys/RecoveryCodes.ts"
import { Refreshes } from "#services/sessions/Refreshes.ts"
import { S3Sessions } from "#services/sessions/S3Sessions.ts"
import { SessionInventory } from "#services/sessions/SessionInventory.ts"
import { Sessions } from "#services/sessions/Sessions.ts"
import { SessionViews } from "#services/signin/SessionViews.ts"
import { SignIn } from "#services/signin/SignIn.ts"
import { SignOut } from "#services/signin/SignOut.ts"
import { StepUp } from "#services/passkeys/StepUp.ts"
import { FederatedSignIn } from "#services/federation/FederatedSignIn.ts"
import { LinkRequests } from "#services/federation/LinkRequests.ts"
import { ProviderGroups } from "#services/federation/ProviderGroups.ts"
import { Providers } from "#services/federation/Providers.ts"
import { UiGroups } from "#services/groups/UiGroups.ts"
import { UiUsers } from "#services/users/UiUsers.ts"
import { UserIdentities } from "#services/federation/UserIdentities.ts"
import { UserSecurityAdmin } from "#services/security/UserSecurityAdmin.ts"
import { Layer } from "effect"
import { AuditTrail } from "./AuditTrail.ts"
import { SignInRecords } from "./SignInRecords.ts"

/** What every subject needs of this one: the audit trail, transactions, notifications and the cipher for stored credentials. */
export const AuditAndCipher = Layer.mergeAll(AuditTrail, CredentialCipherAes.layer, NotificationRecordsSql.layer)

const crypto = Layer.mergeAll(
  NewPasswords.layer.pipe(Layer.provideMerge(PasswordsArgon2.layer)),
  SecretsNode.layer, TokensJose.layer, WebAuthnSimple.layer
)

/** Sessions, of people and of S3 keys, on their adapters. Open: Settings, SqlClient and `AuditAndCipher`. */
export const SessionBase = Layer.mergeAll(Sessions.layer, S3Sessions.layer, Refreshes.layer, LoginTries.layer).pipe(
  Layer.provideMerge(Layer.merge(SignInRecords, crypto))
)

const federation = Layer.mergeAll(FederatedSignIn.layer, LinkRequests.layer, UserIdentities.layer).pipe(
  Layer.provideMerge(Layer.merge(SignIn.layer, Providers.layer)),
  Layer.provideMerge(ProviderGroups.layer)
)

/** The settings that administrators change, and how the installation presents itself. Open: Settings, SqlClient, LiveEvents and `AuditAndCipher`. */
const settings = Brand.layer.pipe(
  Layer.provideMerge(ApplicationSettings.layer),
  Layer.provideMerge(ApplicationSettingsRecordsSql.layer)
)

/** Identity and access on `SessionBase`. Open also: Associations, LiveEvents. */
export const Access = Layer.merge(SessionViews.layer, UserSecurityAdmin.layer).pipe(
  Layer.provideMerge(Layer.mergeAll(
    ApiTokens.layer, AuthenticationSettings.layer, LinkChoicesSql.layer, Bootstrap.layer, Login.layer, OwnedTokens.layer, OwnProfiles.layer, OwnSecurity.layer,
    Passkeys.layer, SessionInventory.layer, SignOut.layer, StepUp.layer, UiGroups.layer, UiUsers.layer
  )),
  Layer.provideMerge(Layer.merge(federation, settings)),
  Layer.provideMerge(RecoveryCodes.layer)
)
