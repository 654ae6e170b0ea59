import { Layer } from "effect"
import { ClusterBucketViewsHandlers } from "./cluster-admin/BucketViews.ts"
import { ClusterBucketsHandlers } from "./cluster-admin/Buckets.ts"
import { ManagerBucketsHandlers } from "./manager/Buckets.ts"
import { UsageStatsHandlers } from "./manager/UsageStats.ts"
import { OpsBucketViewsHandlers } from "./storage-ops/BucketViews.ts"
import { OpsBucketsHandlers } from "./storage-ops/Buckets.ts"

export const ListingHandlers = Layer.mergeAll(
  ClusterBucketsHandlers,
  OpsBucketsHandlers,
  ClusterBucketViewsHandlers,
  OpsBucketViewsHandlers,
  ManagerBucketsHandlers,
  UsageStatsHandlers
)
