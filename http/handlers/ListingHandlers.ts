import { Layer } from "effect"
import { ClusterBucketsHandlers } from "./cluster-admin/Buckets.ts"
import { ManagerBucketsHandlers } from "./manager/Buckets.ts"
import { UsageStatsHandlers } from "./manager/UsageStats.ts"
import { OpsBucketsHandlers } from "./storage-ops/Buckets.ts"

export const ListingHandlers = Layer.mergeAll(
  ClusterBucketsHandlers,
  OpsBucketsHandlers,
  ManagerBucketsHandlers,
  UsageStatsHandlers
)
