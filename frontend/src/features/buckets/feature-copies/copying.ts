import type { Answer } from "~/client/contract"
import type { FeatureName } from "~/features/buckets/bucket-features/feature"

export type CopyPlan = Answer<"POST /api/manager/feature-copies/plan">
export type CopyDiff = Answer<"POST /api/manager/feature-copies/diffs">["items"][number]

export interface Copying {
  readonly contextId: string
  readonly buckets: ReadonlyArray<string>
  readonly feature?: FeatureName
  readonly source?: string
}
