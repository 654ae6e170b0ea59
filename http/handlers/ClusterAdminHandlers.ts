import { Layer } from "effect"
import { ClusterAccountsHandlers } from "./cluster-admin/Accounts.ts"
import { ClusterCopyChecksHandlers } from "./cluster-admin/CopyChecks.ts"
import { ClusterEndpointsHandlers } from "./cluster-admin/Endpoints.ts"
import { ClusterUsageHandlers } from "./cluster-admin/UsageStats.ts"
import { ClusterUsersHandlers } from "./cluster-admin/Users.ts"

export const ClusterAdminHandlers = Layer.mergeAll(
  ClusterEndpointsHandlers,
  ClusterAccountsHandlers,
  ClusterUsersHandlers,
  ClusterUsageHandlers,
  ClusterCopyChecksHandlers
)
