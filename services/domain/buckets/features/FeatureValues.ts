import { Schema } from "effect"
import { Lifecycle } from "../lifecycle/Lifecycle.ts"
import { Acl } from "./acl.ts"
import { Cors } from "./cors.ts"
import { Encryption } from "./encryption.ts"
import type { FeatureName } from "./FeatureName.ts"
import { Logging } from "./logging.ts"
import { Notifications } from "./notifications.ts"
import { ObjectLock } from "./objectLock.ts"
import { Policy } from "./policy.ts"
import { PublicAccessBlock } from "./publicAccessBlock.ts"
import { BucketQuota } from "./quota.ts"
import { Replication } from "./replication.ts"
import { Tags } from "./tags.ts"
import { Versioning } from "./versioning.ts"
import { Website } from "./website.ts"

const fields = {
  versioning: Versioning,
  object_lock: ObjectLock,
  encryption: Encryption,
  tags: Tags,
  quota: BucketQuota,
  public_access_block: PublicAccessBlock,
  acl: Acl,
  policy: Policy,
  cors: Cors,
  website: Website,
  lifecycle: Lifecycle,
  logging: Logging,
  notifications: Notifications,
  replication: Replication
} satisfies Record<FeatureName, Schema.Constraint>

export const FeatureValues = Schema.Struct(fields).annotate({
  identifier: "BucketFeatureValues",
  description: "What `value` is made of, by the feature of the path. It never travels as a whole."
})
