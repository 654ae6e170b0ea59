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

// any: values are both input and output
export type AnyFeature = Feature<any>

const declared: Readonly<Record<FeatureName, AnyFeature>> = {
  versioning,
  object_lock: objectLock,
  encryption,
  tags,
  quota,
  public_access_block: publicAccessBlock,
  acl,
  policy,
  cors,
  website,
  lifecycle,
  logging,
  notifications,
  replication
}

export const features: ReadonlyArray<AnyFeature> = featureNames.map((name) => declared[name])

export const featureOf = (name: FeatureName): AnyFeature => declared[name]
