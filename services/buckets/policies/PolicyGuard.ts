import { Effect, Layer } from "effect"
import { withDocument } from "#domain/buckets/policies/rulesOf.ts"
import { bucketMade } from "#services/buckets/features/bucketMade.ts"
import { FeatureGuard } from "#services/buckets/features/FeatureGuard.ts"
import { bucketIdentity } from "#services/buckets/features/featureVersion.ts"
import { PolicyEvaluator, tooLargeToEvaluate } from "./PolicyEvaluator.ts"
import { PolicyTestRecords } from "./PolicyTestRecords.ts"
import { readRules } from "./readRules.ts"

const deciding = ["policy", "public_access_block", "acl"] as const
const isDeciding = (name: string): name is typeof deciding[number] => deciding.some((one) => one === name)

/** Objects to edits of what decides about requests, by which a bucket's policy tests would break that hold now. */
export const PolicyGuard = Layer.effect(FeatureGuard, Effect.gen(function*() {
  const { evaluate } = yield* PolicyEvaluator
  const records = yield* PolicyTestRecords
  const rulesNow = yield* readRules
  const identityOf = yield* bucketIdentity
  const made = yield* bucketMade
  return FeatureGuard.of({
    objections: Effect.fn("FeatureGuard.objections")(function*(context, bucket, { after, before, feature }) {
      if (!isDeciding(feature)) return []
      const { tests } = yield* records.find(context.listingKey, bucket, yield* made(context, bucket, yield* identityOf(context, bucket)))
      if (tests.length === 0) return []
      const { dialect, documents } = yield* rulesNow(context, bucket)
      const broken = yield* evaluate("brokenTests", { bucket, dialect, tests, before: withDocument(documents, feature, before), after: withDocument(documents, feature, after) })
      if (broken === null) return [{ path: ["payload", "policy_tests"], message: `The policy tests have no result. ${tooLargeToEvaluate}` }]
      return broken.map(({ expected, name, passed, why }) => ({
        path: ["payload", "policy_tests", name],
        message: `The policy test “${name}” expects ${expected === "allow" ? "that it is allowed" : "a refusal"}, and ${passed === null ? "can no longer be checked" : "would fail"}: ${why}`
      }))
    })
  })
}))
