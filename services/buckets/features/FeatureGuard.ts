import { Context, type Effect } from "effect"
import type { ResolvedContext } from "#domain/accounts/contexts/CurrentContext.ts"
import type { GatewayFailure, InputIssue, NotFound } from "#domain/platform/errors/Errors.ts"
import type { FeatureName } from "#domain/buckets/features/FeatureName.ts"

/** Documents of a feature before an edit and as it would leave them. */
export interface GuardedEdit {
  readonly feature: FeatureName
  readonly before: string | null
  readonly after: string | null
}

/** What speaks against an edit beyond the feature itself; whoever edits may do it all the same. */
export class FeatureGuard extends Context.Service<FeatureGuard, {
  /** None: nothing. Paths lead from the request. */
  readonly objections: (context: ResolvedContext, bucket: string, edit: GuardedEdit) => Effect.Effect<ReadonlyArray<InputIssue>, NotFound | GatewayFailure>
}>()("stowage/services/buckets/features/FeatureGuard") {}
