import { Context, type Effect } from "effect"
import type { FeatureEvidence } from "#domain/gateways/endpoints/StorageEndpoint.ts"
import type { GatewayDiagnosis } from "#domain/gateways/endpoints/GatewayDiagnosis.ts"
import type { GatewayKey } from "./Rgw.ts"

/** A gateway that may not be registered yet. */
export interface ProbeTarget {
  readonly url: string
  /** Where Admin Ops answers; the same address unless overridden. */
  readonly adminUrl: string
  readonly region: string
  readonly verifyTls: boolean
  readonly key: GatewayKey | null
}

/** What is checked. */
export interface CheckPlace {
  readonly url: string
  /** Where the health is told, by any status below 400; null: at `url`, which then has to speak S3. */
  readonly healthUrl: string | null
  readonly verifyTls: boolean
}

export interface CheckAnswer {
  /** Until the whole answer was there, in milliseconds; null when none came. */
  readonly latency_ms: number | null
  /** What is wrong; null when it answers as it should. */
  readonly trouble: Pick<GatewayDiagnosis, "finding" | "summary"> | null
}

/** Finding out what a gateway is. Implemented by layers/rgw; sends only calls that change nothing, and no S3 sub-resources. */
export class EndpointProbe extends Context.Service<EndpointProbe, {
  /** Everything that could be found out, each with its evidence; what cannot be told has `available: null`. */
  readonly features: (target: ProbeTarget) => Effect.Effect<{
    readonly cluster_id: string | null
    readonly evidence: ReadonlyArray<FeatureEvidence>
    /** The one thing that is wrong, a wrong key told apart from a key without capabilities. */
    readonly diagnosis: GatewayDiagnosis
  }>
  /**
   * One light call without a key: `GET /`, or of the address that answers for the health. It passes the breakers and turns of other
   * calls by, neither counted by them nor stopped, and ends within 5 s.
   */
  readonly check: (place: CheckPlace) => Effect.Effect<CheckAnswer>
}>()("stowage/services/gateways/endpoints/EndpointProbe") {}
