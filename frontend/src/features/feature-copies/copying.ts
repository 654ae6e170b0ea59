import type { Answer } from "~/client/contract"

export type CopyPlan = Answer<"POST /api/manager/feature-copies/plan">
export type CopyDiff = Answer<"POST /api/manager/feature-copies/diffs">["items"][number]

/** Buckets that are to get a feature of another one. */
export interface Copying {
  readonly contextId: string
  readonly buckets: ReadonlyArray<string>
}
