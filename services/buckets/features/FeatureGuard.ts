import { Context, type Effect } from "effect"
import type { ResolvedContext } from "#domain/accounts/contexts/CurrentContext.ts"
import type { GatewayFailure, InputIssue, NotFound } from "#domain/platform/errors/Errors.ts"
import type { FeatureName } from "#domain/buckets/features/FeatureName.ts"
import type { AccessLoss, DetectedLoss } from "#domain/buckets/policies/AccessLoss.ts"

export interface GuardedEdit {
  readonly feature: FeatureName
  readonly before: string | null
  readonly after: string | null
}

export type NewDocuments = ReadonlyArray<Pick<GuardedEdit, "after" | "feature">>

export interface EditConsent {
  readonly despite_tests?: boolean | undefined
  readonly accept_losses?: ReadonlyArray<AccessLoss> | undefined
}

/** Objections to an edit from outside the feature; the editor may override them. */
export class FeatureGuard extends Context.Service<
  FeatureGuard,
  {
    /** Paths lead from the request. */
    readonly objections: (
      context: ResolvedContext,
      bucket: string,
      edit: GuardedEdit,
      consent: EditConsent
    ) => Effect.Effect<ReadonlyArray<InputIssue>, NotFound | GatewayFailure>
    readonly losses: (
      context: ResolvedContext,
      bucket: string,
      edit: GuardedEdit
    ) => Effect.Effect<ReadonlyArray<DetectedLoss>, NotFound | GatewayFailure>
    readonly lossesOfNew: (
      context: ResolvedContext,
      bucket: string,
      documents: NewDocuments
    ) => Effect.Effect<ReadonlyArray<DetectedLoss>>
  }
>()("stowage/services/buckets/features/FeatureGuard") {}

export const lossIssues = (
  losses: ReadonlyArray<DetectedLoss>,
  accepted: ReadonlyArray<AccessLoss> = []
): ReadonlyArray<InputIssue> =>
  losses
    .filter(({ access }) => !accepted.includes(access))
    .map(({ access, why }) => ({ path: ["payload", "accept_losses", access], message: why }))
