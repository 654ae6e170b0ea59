import * as ApiTokenRecordsSql from "#layers/sql/tokens/ApiTokenRecordsSql.ts"
import * as ChallengeRecordsSql from "#layers/sql/passkeys/ChallengeRecordsSql.ts"
import * as GroupRecordsSql from "#layers/sql/groups/GroupRecordsSql.ts"
import * as IdentityRecordsSql from "#layers/sql/federation/IdentityRecordsSql.ts"
import * as KnownAddressesSql from "#layers/sql/limits/KnownAddressesSql.ts"
import * as LinkRequestRecordsSql from "#layers/sql/federation/LinkRequestRecordsSql.ts"
import * as OidcStatesSql from "#layers/sql/federation/OidcStatesSql.ts"
import * as OwnProfileRecordsSql from "#layers/sql/users/OwnProfileRecordsSql.ts"
import * as OpenSessionsSql from "#layers/sql/sessions/OpenSessionsSql.ts"
import * as PasskeyRecordsSql from "#layers/sql/passkeys/PasskeyRecordsSql.ts"
import * as ProviderMembershipsSql from "#layers/sql/federation/ProviderMembershipsSql.ts"
import * as ProviderRecordsSql from "#layers/sql/federation/ProviderRecordsSql.ts"
import * as RateLimitsSql from "#layers/sql/limits/RateLimitsSql.ts"
import * as RecoveryCodeRecordsSql from "#layers/sql/passkeys/RecoveryCodeRecordsSql.ts"
import * as RefreshRecordsSql from "#layers/sql/sessions/RefreshRecordsSql.ts"
import * as S3SessionRecordsSql from "#layers/sql/sessions/S3SessionRecordsSql.ts"
import * as SessionRecordsSql from "#layers/sql/sessions/SessionRecordsSql.ts"
import * as SetupRecordsSql from "#layers/sql/setup/SetupRecordsSql.ts"
import * as SignedInFactsSql from "#layers/sql/signin/SignedInFactsSql.ts"
import * as UserRecordsSql from "#layers/sql/users/UserRecordsSql.ts"
import * as UserRightsSql from "#layers/sql/users/UserRightsSql.ts"
import * as UsersSql from "#layers/sql/users/UsersSql.ts"
import { Layer } from "effect"

/** Users, sessions, tokens, and how people prove who they are, in PostgreSQL. Open: SqlClient. */
export const SignInRecords = Layer.mergeAll(
  ApiTokenRecordsSql.layer,
  ChallengeRecordsSql.layer,
  GroupRecordsSql.layer,
  IdentityRecordsSql.layer,
  KnownAddressesSql.layer,
  LinkRequestRecordsSql.layer,
  OidcStatesSql.layer,
  OpenSessionsSql.layer,
  OwnProfileRecordsSql.layer,
  PasskeyRecordsSql.layer,
  ProviderMembershipsSql.layer,
  ProviderRecordsSql.layer,
  RateLimitsSql.layer,
  RecoveryCodeRecordsSql.layer,
  RefreshRecordsSql.layer,
  S3SessionRecordsSql.layer,
  SessionRecordsSql.layer,
  SetupRecordsSql.layer,
  SignedInFactsSql.layer,
  UserRecordsSql.layer,
  UserRightsSql.layer,
  UsersSql.layer
)
