import { Layer } from "effect"
import { AccountsOnGateway } from "#services/accounts/AccountsOnGateway.ts"
import { Importables } from "#services/accounts/Importables.ts"
import { LinkBatches } from "#services/accounts/LinkBatches.ts"
import { Registry } from "#services/accounts/Registry.ts"
import { RgwAccounts } from "#services/accounts/RgwAccounts.ts"
import { RgwUsers } from "#services/accounts/RgwUsers.ts"
import { UserKeys } from "#services/accounts/UserKeys.ts"
import { UsersOnGateway } from "#services/accounts/UsersOnGateway.ts"
import { AccountFreezes } from "#services/accounts/directory/AccountFreezes.ts"
import { EndpointCreations } from "#services/accounts/directory/EndpointCreations.ts"
import { EndpointDirectories } from "#services/accounts/directory/EndpointDirectories.ts"
import { EndpointUserKeys } from "#services/accounts/directory/EndpointUserKeys.ts"
import { AssociationsRegistered } from "#services/accounts/contexts/AssociationsRegistered.ts"
import { ContextCapabilities } from "#services/accounts/contexts/ContextCapabilities.ts"
import { ExecutionContextsRegistered } from "#services/accounts/contexts/ExecutionContextsRegistered.ts"
import { Scopes } from "#services/accounts/scope/Scopes.ts"
import { AdminTargets } from "#services/gateways/endpoints/AdminTargets.ts"
import { ClusterS3Keys } from "#services/gateways/endpoints/ClusterS3Keys.ts"
import { SandboxKeys } from "#services/gateways/endpoints/SandboxKeys.ts"
import { StorageEndpoints } from "#services/gateways/endpoints/StorageEndpoints.ts"
import { Onboarding } from "#services/accounts/Onboarding.ts"
import { ConnectionContexts } from "#services/accounts/connections/ConnectionContexts.ts"
import { ConnectionKeys } from "#services/accounts/connections/ConnectionKeys.ts"
import { ConnectionLinks } from "#services/accounts/connections/ConnectionLinks.ts"
import { Connections } from "#services/accounts/connections/Connections.ts"
import * as RoleDenialsByPolicy from "#services/iam/RoleDenialsByPolicy.ts"
import * as AgreedNamesSql from "../sql/accounts/AgreedNamesSql.ts"
import * as ConnectionAccessSql from "../sql/accounts/ConnectionAccessSql.ts"
import * as ConnectionRecordsSql from "../sql/accounts/ConnectionRecordsSql.ts"
import * as ContextRecordsSql from "../sql/accounts/ContextRecordsSql.ts"
import * as DirectoryRecordsSql from "../sql/accounts/directory/DirectoryRecordsSql.ts"
import * as FreezeRecordsSql from "../sql/accounts/directory/FreezeRecordsSql.ts"
import * as FirstCountsSql from "../sql/buckets/FirstCountsSql.ts"
import * as EndpointRecordsSql from "../sql/gateways/EndpointRecordsSql.ts"
import * as HeldKeysSql from "../sql/accounts/HeldKeysSql.ts"
import * as KeyUseRecordsSql from "../sql/gateways/KeyUseRecordsSql.ts"
import * as ClusterS3KeyRecordsSql from "../sql/gateways/ClusterS3KeyRecordsSql.ts"
import * as TemporaryKeyRecordsSql from "../sql/accounts/TemporaryKeyRecordsSql.ts"
import * as RegistrationsSql from "../sql/accounts/RegistrationsSql.ts"

const records = Layer.mergeAll(
  AgreedNamesSql.layer,
  ConnectionAccessSql.layer,
  ConnectionRecordsSql.layer,
  ContextRecordsSql.layer,
  DirectoryRecordsSql.layer,
  EndpointRecordsSql.layer,
  FirstCountsSql.layer,
  FreezeRecordsSql.layer,
  RegistrationsSql.layer,
  HeldKeysSql.layer,
  KeyUseRecordsSql.layer,
  ClusterS3KeyRecordsSql.layer,
  TemporaryKeyRecordsSql.layer
)

export const Storage = Layer.mergeAll(
  StorageEndpoints.layer,
  ClusterS3Keys.layer,
  RgwAccounts.layer,
  RgwUsers.layer,
  UserKeys.layer,
  AccountsOnGateway.layer,
  UsersOnGateway.layer,
  EndpointUserKeys.layer,
  EndpointDirectories.layer,
  EndpointCreations.layer,
  AccountFreezes.layer.pipe(Layer.provide(RoleDenialsByPolicy.layer)),
  LinkBatches.layer,
  Importables.layer,
  SandboxKeys.layer,
  ExecutionContextsRegistered,
  ContextCapabilities.layer,
  Scopes.layer.pipe(Layer.provide(ExecutionContextsRegistered)),
  AssociationsRegistered,
  Onboarding.layer,
  Connections.layer,
  ConnectionKeys.layer,
  ConnectionLinks.layer
).pipe(
  Layer.provideMerge(ConnectionContexts.layer),
  Layer.provideMerge(Registry.layer),
  Layer.provideMerge(AdminTargets.layer),
  Layer.provideMerge(records)
)
