import type { Answer, Frame, Query } from "~/client/contract"

export type UsageSnapshot = NonNullable<Answer<"GET /api/manager/usage-stats/latest">["snapshot"]>
export type UsageFinding = UsageSnapshot["findings"][number]
export type ContextContents = NonNullable<UsageSnapshot["contents"]>
export type BucketUsage = Answer<"GET /api/manager/usage-stats/buckets">["items"][number]
export type BucketUsageDetail = Answer<"GET /api/manager/usage-stats/buckets/:bucket_name">
export type UsageContents = NonNullable<BucketUsageDetail["contents"]>
export type PrefixShare = NonNullable<UsageContents["prefixes"]>[number]
export type UsageDay = Answer<"GET /api/manager/usage-stats/history">["days"][number]
export type UsageTraffic = Answer<"GET /api/manager/usage-stats/traffic">
export type TrafficPeriod = NonNullable<Query<"GET /api/manager/usage-stats/traffic">["period"]>
export type UsageDepth = NonNullable<Query<"POST /api/manager/usage-stats/stream">["depth"]>
export type UsageProgress = Extract<
  Frame<"POST /api/manager/usage-stats/stream">,
  { readonly event: "progress" }
>["data"]
