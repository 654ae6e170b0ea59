import { Context, DateTime, Effect, Layer } from "effect"
import type { Caller } from "#domain/platform/access/Caller.ts"
import type { ResolvedContext } from "#domain/accounts/contexts/CurrentContext.ts"
import { Conflict, InvalidInput } from "#domain/platform/errors/Errors.ts"
import { policyCheckRequest } from "#domain/buckets/policies/checkPolicy.ts"
import type {
  BucketExposure,
  CheckPolicy,
  PolicyCheck,
  PolicyTestRun,
  PolicyTestSet
} from "#domain/buckets/policies/PolicyCheck.ts"
import { unreadRule, withDocument } from "#domain/buckets/policies/accessRulesOf.ts"
import { Audited } from "#services/platform/audit/Audited.ts"
import { byCaller } from "#services/platform/audit/auditBy.ts"
import { recordCreation } from "#services/buckets/features/recordCreation.ts"
import { bucketIdentity } from "#services/buckets/features/featureVersion.ts"
import { ShareListings } from "#services/objects/shares/ShareListings.ts"
import { CallerPolicies } from "./CallerPolicies.ts"
import { PolicyEvaluator, tooLargeToEvaluate } from "./PolicyEvaluator.ts"
import { PolicyTestRecords } from "./PolicyTestRecords.ts"
import { readRules, type RulesFailure } from "./readRules.ts"

const tooLarge = { part: "policy" as const, detail: tooLargeToEvaluate }

export class BucketPolicies extends Context.Service<
  BucketPolicies,
  {
    /** Explains the stored policy or a given text, and decides requests by it. */
    readonly check: (
      context: ResolvedContext,
      bucket: string,
      input: CheckPolicy
    ) => Effect.Effect<PolicyCheck, InvalidInput | RulesFailure>
    readonly exposure: (context: ResolvedContext, bucket: string) => Effect.Effect<BucketExposure, RulesFailure>
    readonly tests: (context: ResolvedContext, bucket: string) => Effect.Effect<PolicyTestRun, RulesFailure>
    /** `stale_plan` when the tests are in another version. */
    readonly keepTests: (
      caller: Caller,
      context: ResolvedContext,
      bucket: string,
      input: PolicyTestSet
    ) => Effect.Effect<PolicyTestRun, InvalidInput | Conflict | RulesFailure>
  }
>()("stowage/services/buckets/policies/BucketPolicies") {
  static readonly layer = Layer.effect(
    BucketPolicies,
    Effect.gen(function* () {
      const { evaluate } = yield* PolicyEvaluator
      const records = yield* PolicyTestRecords
      const callers = yield* CallerPolicies
      const shares = yield* ShareListings
      const audited = yield* Audited
      const identityOf = yield* bucketIdentity
      const createdAtOf = yield* recordCreation
      const rulesNow = yield* readRules

      const rulesFor = Effect.fnUntraced(function* (context: ResolvedContext, bucket: string) {
        const identity = yield* identityOf(context, bucket)
        return { ...(yield* rulesNow(context, bucket)), made: yield* createdAtOf(context, bucket, identity) }
      })

      const linksTo = Effect.fnUntraced(function* (context: ResolvedContext, bucket: string) {
        return (yield* shares.open(context.context.id, yield* DateTime.now)).get(bucket) ?? null
      })

      const check = Effect.fn("BucketPolicies.check")(function* (
        context: ResolvedContext,
        bucket: string,
        input: CheckPolicy
      ) {
        const { dialect, documents, made: when, unread, website } = yield* rulesFor(context, bucket)
        const { tests } = yield* records.find(context.listingKey, bucket, when)
        const { request } = policyCheckRequest(input, bucket)
        const caller =
          request === null || input.caller_allowed !== undefined
            ? null
            : yield* callers.read(context, request.principal)
        const checked = yield* evaluate("check", {
          bucket,
          dialect,
          documents,
          website,
          unread,
          tests,
          input,
          caller,
          links: yield* linksTo(context, bucket)
        })
        return checked ?? (yield* InvalidInput.at("payload.text", tooLargeToEvaluate))
      })

      const exposure = Effect.fn("BucketPolicies.exposure")(function* (context: ResolvedContext, bucket: string) {
        const { dialect, documents, rules, unread, website } = yield* rulesFor(context, bucket)
        const links = yield* linksTo(context, bucket)
        const whole = yield* evaluate("exposure", { bucket, dialect, documents, website, links })
        const bare = withDocument(documents, "policy", null)
        const exposed =
          whole ??
          (yield* evaluate("exposure", {
            bucket,
            dialect,
            documents: { ...bare, unread: [...bare.unread, unreadRule("policy", tooLargeToEvaluate)] },
            website,
            links
          }))
        if (exposed === null)
          return yield* Effect.die(new Error("The exposure of a bucket without a policy was not evaluated"))
        const answer: BucketExposure = {
          ...exposed,
          owner: rules.owner,
          unread: whole === null ? [...unread, tooLarge] : unread
        }
        return answer
      })

      const run = Effect.fnUntraced(function* (context: ResolvedContext, bucket: string, set: PolicyTestSet) {
        const { dialect, documents, unread } = yield* rulesNow(context, bucket)
        const results = yield* evaluate("tests", { bucket, dialect, documents, tests: set.tests })
        const answer: PolicyTestRun = {
          ...set,
          results: results ?? [],
          unread: results === null ? [...unread, tooLarge] : unread
        }
        return answer
      })

      const tests = Effect.fn("BucketPolicies.tests")(function* (context: ResolvedContext, bucket: string) {
        const when = yield* createdAtOf(context, bucket, yield* identityOf(context, bucket))
        return yield* run(context, bucket, yield* records.find(context.listingKey, bucket, when))
      })

      const keepTests = Effect.fn("BucketPolicies.keepTests")(function* (
        caller: Caller,
        context: ResolvedContext,
        bucket: string,
        input: PolicyTestSet
      ) {
        const names = input.tests.map(({ name }) => name)
        const issues = names.flatMap((name, index) =>
          names.indexOf(name) < index
            ? [{ path: ["payload", "tests", String(index), "name"], message: "Two tests have this name" }]
            : []
        )
        if (issues.length > 0) return yield* new InvalidInput({ issues })
        const { made: when } = yield* rulesFor(context, bucket)
        const stored = yield* records.replace(context.listingKey, bucket, when, input.tests, input.version).pipe(
          audited.rows(
            "bucket.policy_tests.update",
            (set) => (set === null ? null : { type: "bucket", id: bucket, label: bucket }),
            {
              by: byCaller(caller, "manager"),
              message: `The policy tests of bucket ${bucket} were changed`,
              metadata: {
                context_id: context.context.id,
                storage_endpoint_id: context.context.endpoint_id,
                tests: names
              }
            }
          )
        )
        if (stored === null)
          return yield* new Conflict({
            code: "stale_plan",
            detail: "The tests were changed meanwhile: look at them again"
          })
        return yield* run(context, bucket, stored)
      })

      return BucketPolicies.of({ check, exposure, tests, keepTests })
    })
  )
}
