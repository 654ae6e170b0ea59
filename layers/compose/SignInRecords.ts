import * as ApiTokenRecordsSql from "#layers/sql/identity/ApiTokenRecordsSql.ts"
import * as ChallengeRecordsSql from "#layers/sql/identity/ChallengeRecordsSql.ts"
import * as GroupRecordsSql from "#layers/sql/identity/GroupRecordsSql.ts"
import * as IdentityRecordsSql from "#layers/sql/identity/federation/IdentityRecordsSql.ts"
import * as InvitationRecordsSql from "#layers/sql/identity/InvitationRecordsSql.ts"
import * as KnownAddressesSql from "#layers/sql/platform/KnownAddressesSql.ts"
import * as LinkRequestRecordsSql from "#layers/sql/identity/federation/LinkRequestRecordsSql.ts"
import * as OidcStatesSql from "#layers/sql/identity/federation/OidcStatesSql.ts"
import * as OwnProfileRecordsSql from "#layers/sql/identity/users/OwnProfileRecordsSql.ts"
import * as OpenSessionsSql from "#layers/sql/identity/sessions/OpenSessionsSql.ts"
import * as PasskeyRecordsSql from "#layers/sql/identity/PasskeyRecordsSql.ts"
import * as ProviderMembershipsSql from "#layers/sql/identity/federation/ProviderMembershipsSql.ts"
import * as ProviderRecordsSql from "#layers/sql/identity/federation/ProviderRecordsSql.ts"
import * as RateLimitsSql from "#layers/sql/platform/RateLimitsSql.ts"
import * as RecoveryCodeRecordsSql from "#layers/sql/identity/RecoveryCodeRecordsSql.ts"
import * as RefreshRecordsSql from "#layers/sql/identity/sessions/RefreshRecordsSql.ts"
import * as S3SessionRecordsSql from "#layers/sql/identity/sessions/S3SessionRecordsSql.ts"
import * as SessionRecordsSql from "#layers/sql/identity/sessions/SessionRecordsSql.ts"
import * as SetupRecordsSql from "#layers/sql/identity/SetupRecordsSql.ts"
import * as SignedInFactsSql from "#layers/sql/identity/SignedInFactsSql.ts"
import * as UserRecordsSql from "#layers/sql/identity/users/UserRecordsSql.ts"
import * as UserRightsSql from "#layers/sql/identity/users/UserRightsSql.ts"
import * as UsersSql from "#layers/sql/identity/users/UsersSql.ts"
import { Layer } from "effect"

export const SignInRecords = Layer.mergeAll(
  ApiTokenRecordsSql.layer,
  ChallengeRecordsSql.layer,
  GroupRecordsSql.layer,
  IdentityRecordsSql.layer,
  InvitationRecordsSql.layer,
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
