import { Effect, Layer } from "effect"
import type { ResolvedContext } from "#domain/accounts/contexts/CurrentContext.ts"
import { listingOwner } from "#domain/accounts/contexts/listingOwner.ts"
import { dialectOf } from "#domain/buckets/features/dialectOf.ts"
import { accessLosses, type DetectedLoss } from "#domain/buckets/policies/AccessLoss.ts"
import { principalAccount } from "#domain/buckets/policies/AccessRequest.ts"
import type { SavingIdentity } from "#domain/buckets/policies/findAccessLosses.ts"
import { type RuleDocuments, rulePartNames, withDocument } from "#domain/buckets/policies/accessRulesOf.ts"
import { recordCreation } from "#services/buckets/features/recordCreation.ts"
import { FeatureGuard, type GuardedEdit, lossIssues } from "#services/buckets/features/FeatureGuard.ts"
import { bucketIdentity } from "#services/buckets/features/featureVersion.ts"
import { CallerPolicies } from "./CallerPolicies.ts"
import { PolicyEvaluator, tooLargeToEvaluate } from "./PolicyEvaluator.ts"
import { PolicyTestRecords } from "./PolicyTestRecords.ts"
import { readRules } from "./readRules.ts"

const isDeciding = (name: string): name is (typeof rulePartNames)[number] => rulePartNames.some((one) => one === name)

const noDocuments: RuleDocuments = { policy: null, public_access_block: null, acl: null, unread: [] }

const ownerBy = ({ principal }: SavingIdentity): string | null =>
  principal === null
    ? null
    : principal.kind !== "plain_user"
      ? principalAccount(principal)
      : principal.tenant === undefined
        ? principal.uid
        : `${principal.tenant}$${principal.uid}`

export const PolicyGuard = Layer.effect(
  FeatureGuard,
  Effect.gen(function* () {
    const { evaluate } = yield* PolicyEvaluator
    const records = yield* PolicyTestRecords
    const callers = yield* CallerPolicies
    const rulesNow = yield* readRules
    const identityOf = yield* bucketIdentity
    const createdAtOf = yield* recordCreation

    const lossesBetween = Effect.fnUntraced(function* (
      context: ResolvedContext,
      bucket: string,
      identity: SavingIdentity,
      owner: string | null,
      before: RuleDocuments,
      after: RuleDocuments
    ) {
      const tls = context.s3.url.startsWith("https:")
      const losses = yield* evaluate("accessLosses", {
        bucket,
        dialect: dialectOf(context.s3.url),
        owner,
        identity,
        tls,
        before,
        after
      })
      return (
        losses ??
        accessLosses.map(
          (access): DetectedLoss => ({
            access,
            certain: false,
            why: `Whether access is lost has no result. ${tooLargeToEvaluate}`
          })
        )
      )
    })

    const losses = Effect.fn("FeatureGuard.losses")(function* (
      context: ResolvedContext,
      bucket: string,
      { after, before, feature }: GuardedEdit
    ) {
      if (!isDeciding(feature)) return []
      const [{ documents }, identity] = yield* Effect.all([rulesNow(context, bucket), callers.identityOf(context)], {
        concurrency: 2
      })
      const owner = listingOwner(context.listingKey)?.owner ?? null
      return yield* lossesBetween(
        context,
        bucket,
        identity,
        owner,
        withDocument(documents, feature, before),
        withDocument(documents, feature, after)
      )
    })

    const brokenTests = Effect.fnUntraced(function* (
      context: ResolvedContext,
      bucket: string,
      { after, before, feature }: GuardedEdit
    ) {
      if (!isDeciding(feature)) return []
      const { tests } = yield* records.find(
        context.listingKey,
        bucket,
        yield* createdAtOf(context, bucket, yield* identityOf(context, bucket))
      )
      if (tests.length === 0) return []
      const { dialect, documents } = yield* rulesNow(context, bucket)
      const broken = yield* evaluate("brokenTests", {
        bucket,
        dialect,
        tests,
        before: withDocument(documents, feature, before),
        after: withDocument(documents, feature, after)
      })
      if (broken === null)
        return [
          { path: ["payload", "policy_tests"], message: `The policy tests have no result. ${tooLargeToEvaluate}` }
        ]
      return broken.map(({ expected, name, passed, why }) => ({
        path: ["payload", "policy_tests", name],
        message:
          `The policy test “${name}” expects ${expected === "allow" ? "that it is allowed" : "a refusal"}, and ` +
          `${passed === null ? "can no longer be checked" : "would fail"}: ${why}`
      }))
    })

    return FeatureGuard.of({
      losses,
      objections: Effect.fn("FeatureGuard.objections")(function* (
        context,
        bucket,
        edit,
        { accept_losses, despite_tests = false }
      ) {
        const broken = despite_tests ? [] : yield* brokenTests(context, bucket, edit)
        const lost =
          accept_losses !== undefined && accessLosses.every((access) => accept_losses.includes(access))
            ? []
            : yield* losses(context, bucket, edit)
        return [...broken, ...lossIssues(lost, accept_losses)]
      }),
      lossesOfNew: Effect.fn("FeatureGuard.lossesOfNew")(function* (context, bucket, documents) {
        const after = documents.reduce(
          (all, { after, feature }) => (isDeciding(feature) ? withDocument(all, feature, after) : all),
          noDocuments
        )
        if (rulePartNames.every((part) => after[part] === null)) return []
        const identity = yield* callers.identityOf(context)
        return yield* lossesBetween(
          context,
          bucket,
          identity,
          listingOwner(context.listingKey)?.owner ?? ownerBy(identity),
          noDocuments,
          after
        )
      })
    })
  })
)
