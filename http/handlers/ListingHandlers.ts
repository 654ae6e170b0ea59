import { Layer } from "effect"
import { InternalJobsHandlers } from "./internal/Jobs.ts"
import { ManagerBucketsHandlers } from "./manager/Buckets.ts"
import { UsageStatsHandlers } from "./manager/UsageStats.ts"

export const ListingHandlers = Layer.mergeAll(ManagerBucketsHandlers, UsageStatsHandlers, InternalJobsHandlers)
