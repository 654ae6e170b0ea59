import { accessBlock } from "./editors/access-block-form"
import { acl } from "./editors/acl-form"
import { cors } from "./editors/cors-form"
import { encryption } from "./editors/encryption-form"
import { logging } from "./editors/logging-form"
import { notifications } from "./editors/notifications-form"
import { objectLock } from "./editors/object-lock-form"
import { policy } from "./editors/policy-text"
import { quota } from "./editors/quota-form"
import { replication } from "./editors/replication-form"
import { tags } from "./editors/tags-form"
import { versioning } from "./editors/versioning-form"
import { website } from "./editors/website-form"
import { lifecycle } from "./lifecycle/lifecycle-editor"
import type { FeatureName } from "./feature"
import type { FeatureEditor } from "./feature-editor"

const EDITORS: ReadonlyArray<FeatureEditor> = [
  versioning,
  encryption,
  objectLock,
  tags,
  quota,
  accessBlock,
  acl,
  policy,
  cors,
  website,
  lifecycle,
  logging,
  notifications,
  replication
]

export const editorOf = (feature: FeatureName): FeatureEditor =>
  EDITORS.find((one) => one.feature === feature) ?? { feature, blank: {}, removal: "It is taken away." }
