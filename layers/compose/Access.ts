import * as CredentialCipherAes from "#layers/crypto/CredentialCipherAes.ts"
import * as PasswordHashArgon2 from "#layers/crypto/PasswordHashArgon2.ts"
import * as SecretsNode from "#layers/crypto/SecretsNode.ts"
import * as TokensJose from "#layers/crypto/TokensJose.ts"
import * as WebAuthnSimple from "#layers/crypto/WebAuthnSimple.ts"
import * as ApiTokenRecordsSql from "#layers/sql/ApiTokenRecordsSql.ts"
import * as AuditSql from "#layers/sql/AuditSql.ts"
import * as PasskeyRecordsSql from "#layers/sql/PasskeyRecordsSql.ts"
import * as RateLimitsSql from "#layers/sql/RateLimitsSql.ts"
import * as SessionRecordsSql from "#layers/sql/SessionRecordsSql.ts"
import * as SetupRecordsSql from "#layers/sql/SetupRecordsSql.ts"
import * as TransactionSql from "#layers/sql/TransactionSql.ts"
import * as UsersSql from "#layers/sql/UsersSql.ts"
import { ApiTokens } from "#services/access/ApiTokens.ts"
import { Bootstrap } from "#services/access/Bootstrap.ts"
import { Login } from "#services/access/Login.ts"
import { Passkeys } from "#services/access/Passkeys.ts"
import { RecoveryCodes } from "#services/access/RecoveryCodes.ts"
import { Sessions } from "#services/access/Sessions.ts"
import { SessionViews } from "#services/access/SessionViews.ts"
import { Layer } from "effect"

/** What every subject needs of this one: the audit trail, transactions, and the cipher for stored credentials. */
export const AuditAndCipher = Layer.mergeAll(AuditSql.layer, TransactionSql.layer, CredentialCipherAes.layer)

const records = Layer.mergeAll(
  ApiTokenRecordsSql.layer,
  PasskeyRecordsSql.layer,
  RateLimitsSql.layer,
  SessionRecordsSql.layer,
  SetupRecordsSql.layer,
  UsersSql.layer
)

const crypto = Layer.mergeAll(PasswordHashArgon2.layer, SecretsNode.layer, TokensJose.layer, WebAuthnSimple.layer)

/**
 * Identity, sessions and passkeys on their adapters. Open: Settings, SqlClient, LiveEvents, Associations, and
 * `AuditAndCipher`, which other subjects share.
 */
export const Access = SessionViews.layer.pipe(
  Layer.provideMerge(Layer.mergeAll(Login.layer, Passkeys.layer, Bootstrap.layer, ApiTokens.layer)),
  Layer.provideMerge(RecoveryCodes.layer),
  Layer.provideMerge(Sessions.layer),
  Layer.provideMerge(Layer.merge(records, crypto))
)
