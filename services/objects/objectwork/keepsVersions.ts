import { Effect } from "effect"
import type { S3Target } from "#domain/gateways/endpoints/Targets.ts"
import { Conflict } from "#domain/platform/errors/Errors.ts"
import { LifecycleScan } from "#services/buckets/lifecycle/LifecycleScan.ts"

const refusals = {
  off: "This bucket keeps no earlier versions: nothing of the past is there",
  // while suspended, a write permanently replaces the null version
  suspended: "Versioning is suspended: what is written now could end an earlier version. Switch it on first",
  unknown: "The key may not see whether this bucket keeps versions: nothing is written without knowing that"
} as const

/** Conflict `state_conflict` for buckets where writing could destroy a version. */
export const keepsVersions = Effect.gen(function* () {
  const scan = yield* LifecycleScan
  return Effect.fnUntraced(function* (target: S3Target, bucket: string) {
    const versioning = yield* scan.versioning(target, bucket)
    if (versioning !== "enabled")
      return yield* new Conflict({ code: "state_conflict", detail: refusals[versioning ?? "unknown"] })
  })
})
