import { Effect, Schema, Stream } from "effect"
import { PlanFeatureCopy } from "#domain/buckets/FeatureCopy.ts"
import { ExecutionContexts } from "#services/accounts/contexts/ExecutionContexts.ts"
import type { WorkKind } from "#services/platform/work/WorkKind.ts"
import { carriedDocument } from "./changes/copySource.ts"
import {
  featureItems,
  FeatureInverse,
  FeatureItemCheckpoint,
  FeatureTarget,
  plannedFeature
} from "./changes/featureItems.ts"
import { surveyCopies } from "./surveyCopies.ts"

export const featureCopy = "feature_copy"

const Params = Schema.Struct({ ...PlanFeatureCopy.fields, context_id: Schema.String, listing_key: Schema.String })
export type FeatureCopyParams = typeof Params.Type

export const featureCopyKind = Effect.gen(function* () {
  const contexts = yield* ExecutionContexts
  const items = yield* featureItems
  const { sourceOf, survey } = yield* surveyCopies

  const plan = Effect.fn("FeatureCopies.plan")(function* ({
    accept_losses,
    buckets,
    feature: name,
    listing_key,
    source: from
  }: FeatureCopyParams) {
    const context = yield* contexts.forListing(listing_key)
    const source = yield* sourceOf(context, name, from)
    const surveyed = yield* survey(context, source, buckets, accept_losses)
    const { feature } = source
    const planned = surveyed
      .filter(({ diff }) => diff.left_out === null)
      .map((one) => ({ key: one.diff.bucket, label: one.diff.bucket, ...plannedFeature(one, carriedDocument(source)) }))
    const warnings = new Set(surveyed.flatMap(({ diff }) => (diff.left_out === null ? diff.warnings : [])))
    return {
      title:
        `Copy ${feature.label.toLowerCase()} of ${from} to ${planned.length} ` +
        `${planned.length === 1 ? "bucket" : "buckets"}`,
      warnings: [...warnings].slice(0, 20),
      excluded: surveyed.flatMap(({ diff }) =>
        diff.left_out === null ? [] : [{ label: diff.bucket, reason: diff.left_out }]
      ),
      items: Stream.fromIterable(planned)
    }
  })

  const kind: WorkKind<FeatureCopyParams, FeatureTarget, FeatureItemCheckpoint, FeatureInverse> = {
    name: featureCopy,
    scope: "manager",
    listing: ({ listing_key }) => listing_key,
    params: Params,
    target: FeatureTarget,
    notes: FeatureItemCheckpoint,
    inverse: FeatureInverse,
    exclusionKey: ({ feature, listing_key }) => `${featureCopy} ${listing_key} ${feature}`,
    maxConcurrency: 8,
    plan,

    perform: Effect.fn("FeatureCopies.perform")(function* ({ params, ...work }) {
      const { accept_losses: acceptedLosses, feature, listing_key } = params
      const context = yield* contexts.forListing(listing_key)
      return yield* items.perform({ ...work, context, feature, acceptedLosses, origin: "copy", workspace: "manager" })
    }),

    undo: Effect.fn("FeatureCopies.undo")(function* ({ caller, params }, inverse) {
      yield* items.undo(caller, yield* contexts.forListing(params.listing_key), "manager", inverse)
    })
  }
  return kind
})
