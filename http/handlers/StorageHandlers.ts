import { Layer } from "effect"
import { AccountsHandlers } from "./admin/Accounts.ts"
import { AccountGatewayHandlers } from "./admin/AccountGateway.ts"
import { LinkBatchesHandlers } from "./admin/LinkBatches.ts"
import { S3ConnectionsHandlers } from "./admin/S3Connections.ts"
import { S3UserGatewayHandlers } from "./admin/S3UserGateway.ts"
import { S3UserKeysHandlers } from "./admin/S3UserKeys.ts"
import { S3UsersHandlers } from "./admin/S3Users.ts"
import { StorageEndpointsHandlers } from "./admin/StorageEndpoints.ts"
import { ConnectionsHandlers } from "./me/Connections.ts"
import { ExecutionContextsHandlers } from "./me/ExecutionContexts.ts"
import { OnboardingHandlers } from "./me/Onboarding.ts"

export const StorageHandlers = Layer.mergeAll(
  StorageEndpointsHandlers,
  AccountsHandlers,
  S3UsersHandlers,
  LinkBatchesHandlers,
  S3UserKeysHandlers,
  S3UserGatewayHandlers,
  AccountGatewayHandlers,
  S3ConnectionsHandlers,
  ConnectionsHandlers,
  ExecutionContextsHandlers,
  OnboardingHandlers
)
