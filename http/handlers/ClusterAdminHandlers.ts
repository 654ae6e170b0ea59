import { Layer } from "effect"
import { ClusterS3KeysHandlers } from "./admin/ClusterS3Keys.ts"
import { ClusterAccountsHandlers } from "./cluster-admin/Accounts.ts"
import { ClusterCopyChecksHandlers } from "./cluster-admin/CopyChecks.ts"
import { ClusterEndpointsHandlers } from "./cluster-admin/Endpoints.ts"
import { ClusterExposuresHandlers } from "./cluster-admin/Exposures.ts"
import { ClusterGoldenTemplatesHandlers } from "./cluster-admin/GoldenTemplates.ts"
import { ClusterUsageHandlers } from "./cluster-admin/UsageStats.ts"
import { ClusterUsersHandlers } from "./cluster-admin/Users.ts"

export const ClusterAdminHandlers = Layer.mergeAll(
  ClusterS3KeysHandlers,
  ClusterEndpointsHandlers,
  ClusterAccountsHandlers,
  ClusterUsersHandlers,
  ClusterUsageHandlers,
  ClusterCopyChecksHandlers,
  ClusterExposuresHandlers,
  ClusterGoldenTemplatesHandlers
)
