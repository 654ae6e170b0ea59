import type { Answer } from "~/client/contract"
import type { FeatureName } from "~/features/buckets/bucket-features/feature"

export type CopyPlan = Answer<"POST /api/manager/feature-copies/plan">
export type CopyDiff = Answer<"POST /api/manager/feature-copies/diffs">["items"][number]

/** Buckets that are to get a feature of another one. */
export interface Copying {
  readonly contextId: string
  /** Empty: they are named in the dialog. */
  readonly buckets: ReadonlyArray<string>
  /** What is known before anybody is asked. */
  readonly feature?: FeatureName
  readonly source?: string
}
