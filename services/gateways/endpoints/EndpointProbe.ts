import { Context, type Effect } from "effect"
import type { FeatureEvidence } from "#domain/gateways/endpoints/StorageEndpoint.ts"
import type { ClusterS3Findings } from "#domain/gateways/endpoints/ClusterS3Key.ts"
import type { GatewayDiagnosis } from "#domain/gateways/endpoints/GatewayDiagnosis.ts"
import type { GatewayKey } from "./Rgw.ts"

export interface ProbeTarget {
  readonly url: string
  readonly adminUrl: string
  readonly region: string
  readonly verifyTls: boolean
  readonly key: GatewayKey | null
}

export interface CheckPlace {
  readonly url: string
  /** Health URL, healthy for any status below 400; null checks `url`, which must speak S3. */
  readonly healthUrl: string | null
  readonly verifyTls: boolean
}

export interface CheckAnswer {
  readonly latency_ms: number | null
  readonly trouble: Pick<GatewayDiagnosis, "finding" | "summary"> | null
}

/** Detects a gateway's features (layers/rgw) by read-only calls without S3 sub-resources. */
export class EndpointProbe extends Context.Service<
  EndpointProbe,
  {
    /** All features with evidence; `available` is null when unknown. */
    readonly features: (target: ProbeTarget) => Effect.Effect<{
      readonly cluster_id: string | null
      readonly evidence: ReadonlyArray<FeatureEvidence>
      readonly diagnosis: GatewayDiagnosis
    }>
    /** Tests an S3 key on buckets of other owners, by reads only. */
    readonly clusterKey: (target: ProbeTarget & { readonly key: GatewayKey }) => Effect.Effect<ClusterS3Findings>
    /** One call without a key: `GET /`, or of the health URL. Bypasses limiter and breakers; ends within 5 s. */
    readonly check: (place: CheckPlace) => Effect.Effect<CheckAnswer>
  }
>()("stowage/services/gateways/endpoints/EndpointProbe") {}
