import { Layer } from "effect"
import { ManagerBucketsHandlers } from "./manager/Buckets.ts"
import { UsageStatsHandlers } from "./manager/UsageStats.ts"

export const ListingHandlers = Layer.merge(ManagerBucketsHandlers, UsageStatsHandlers)
