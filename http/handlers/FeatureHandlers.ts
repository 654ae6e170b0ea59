import { Layer } from "effect"
import { BucketAccessHandlers } from "./manager/BucketAccess.ts"
import { IamChangesHandlers } from "./manager/IamChanges.ts"
import { DeliveriesHandlers } from "./events/Deliveries.ts"
import { IamReportsHandlers } from "./manager/IamReports.ts"
import { IamHandlers } from "./manager/Iam.ts"
import { ExposuresHandlers } from "./manager/Exposures.ts"
import { LifecycleHandlers } from "./manager/Lifecycle.ts"
import { ContextCapabilitiesHandlers } from "./manager/Capabilities.ts"
import { ManagerFeaturesHandlers } from "./manager/Features.ts"
import { FeatureRulesHandlers } from "./manager/FeatureRules.ts"
import { ManagerPoliciesHandlers } from "./manager/Policies.ts"
import { TopicsHandlers } from "./manager/Topics.ts"

export const FeatureHandlers = Layer.mergeAll(
  BucketAccessHandlers,
  ExposuresHandlers,
  ContextCapabilitiesHandlers,
  FeatureRulesHandlers,
  IamHandlers,
  IamChangesHandlers,
  LifecycleHandlers,
  ManagerFeaturesHandlers,
  ManagerPoliciesHandlers,
  TopicsHandlers,
  DeliveriesHandlers,
  IamReportsHandlers
)
