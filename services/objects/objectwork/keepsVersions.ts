import { Effect } from "effect"
import type { S3Target } from "#domain/gateways/endpoints/Targets.ts"
import { Conflict } from "#domain/platform/errors/Errors.ts"
import { LifecycleScan } from "#services/buckets/lifecycle/LifecycleScan.ts"

const refusals = {
  off: "This bucket keeps no earlier versions: nothing of the past is there",
  // what is written without a version of its own takes the place of what was, for good
  suspended: "Versioning is suspended: what is written now could end an earlier version. Switch it on first",
  unknown: "The key may not see whether this bucket keeps versions: nothing is written without knowing that"
} as const

/** Refuses (Conflict `state_conflict`) buckets in which writing could end a version. */
export const keepsVersions = Effect.gen(function*() {
  const scan = yield* LifecycleScan
  return Effect.fnUntraced(function*(target: S3Target, bucket: string) {
    const versioning = yield* scan.versioning(target, bucket)
    if (versioning !== "enabled") return yield* new Conflict({ code: "state_conflict", detail: refusals[versioning ?? "unknown"] })
  })
})
