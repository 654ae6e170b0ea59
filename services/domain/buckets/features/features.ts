import { acl } from "./acl.ts"
import { cors } from "./cors.ts"
import { encryption } from "./encryption.ts"
import type { Feature } from "./Feature.ts"
import { type FeatureName, featureNames } from "./FeatureName.ts"
import { lifecycle } from "./lifecycle.ts"
import { logging } from "./logging.ts"
import { notifications } from "./notifications.ts"
import { objectLock } from "./objectLock.ts"
import { policy } from "./policy.ts"
import { publicAccessBlock } from "./publicAccessBlock.ts"
import { quota } from "./quota.ts"
import { replication } from "./replication.ts"
import { tags } from "./tags.ts"
import { versioning } from "./versioning.ts"
import { website } from "./website.ts"

/** A feature whose kind of value nobody needs to know: it is decoded by its own schema before anything else is done with it. */
// any: a feature takes values, and hands them out: no other type is both
export type AnyFeature = Feature<any>

// every name has its declaration, or this does not compile
const declared: Readonly<Record<FeatureName, AnyFeature>> = {
  versioning, object_lock: objectLock, encryption, tags, quota, public_access_block: publicAccessBlock, acl, policy, cors, website, lifecycle,
  logging, notifications, replication
}

/** Every feature, in the order in which a person reads them. */
export const features: ReadonlyArray<AnyFeature> = featureNames.map((name) => declared[name])

export const featureOf = (name: FeatureName): AnyFeature => declared[name]
