import { cors } from "./cors.ts"
import type { Feature } from "./Feature.ts"
import type { FeatureName } from "./FeatureName.ts"
import { lifecycle } from "./lifecycle.ts"
import { policy } from "./policy.ts"
import { publicAccessBlock } from "./publicAccessBlock.ts"
import { quota } from "./quota.ts"
import { tags } from "./tags.ts"
import { versioning } from "./versioning.ts"

/** A feature whose kind of value nobody needs to know: it is decoded by its own schema before anything else is done with it. */
// any: a feature takes values, and hands them out: no other type is both
export type AnyFeature = Feature<any>

/** Every feature, in the order in which a person reads them. Another one is a line here. */
export const features: ReadonlyArray<AnyFeature> = [versioning, tags, quota, publicAccessBlock, policy, cors, lifecycle]

const byName = new Map(features.map((feature) => [feature.name, feature]))

export const featureOf = (name: FeatureName): AnyFeature => {
  const feature = byName.get(name)
  if (feature === undefined) throw new Error(`no feature is called ${name}`)
  return feature
}
