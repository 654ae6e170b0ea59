import { Layer } from "effect"
import { CallerPoliciesIam } from "#services/iam/callerPolicies.ts"
import { IamChanges } from "#services/iam/IamChanges.ts"
import { IamOverview } from "#services/iam/IamOverview.ts"
import { IamRights } from "#services/iam/IamRights.ts"
import { RecentIamChanges } from "#services/iam/RecentIamChanges.ts"

export const IamServices = Layer.mergeAll(IamChanges.layer, IamOverview.layer, IamRights.layer, CallerPoliciesIam).pipe(
  Layer.provideMerge(RecentIamChanges.layer)
)
