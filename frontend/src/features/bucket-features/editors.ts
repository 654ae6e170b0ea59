import { accessBlock } from "./editors/access-block-form"
import { cors } from "./editors/cors-form"
import { policy } from "./editors/policy-text"
import { quota } from "./editors/quota-form"
import { tags } from "./editors/tags-form"
import { versioning } from "./editors/versioning-form"
import type { FeatureName } from "./feature"
import type { FeatureEditor } from "./feature-editor"

const EDITORS: ReadonlyArray<FeatureEditor> = [versioning, tags, quota, accessBlock, policy, cors]

/** How a feature is edited; one without an editor of its own is edited as JSON. */
export const editorOf = (feature: FeatureName): FeatureEditor => EDITORS.find((one) => one.feature === feature) ?? { feature, blank: {}, removal: "It is taken away." }
