import { Context, type Effect } from "effect"
import type { GatewayFailure } from "#domain/errors/Errors.ts"
import type { FeatureEvidence } from "#domain/endpoints/StorageEndpoint.ts"
import type { GatewayDiagnosis } from "#domain/endpoints/GatewayDiagnosis.ts"
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

/** Finding out what a gateway is. Implemented by layers/rgw; sends only calls that change nothing, and no S3 sub-resources. */
export class EndpointProbe extends Context.Service<EndpointProbe, {
  /** Everything that could be found out, each with its evidence; what cannot be told has `available: null`. */
  readonly features: (target: ProbeTarget) => Effect.Effect<{
    readonly cluster_id: string | null
    readonly evidence: ReadonlyArray<FeatureEvidence>
    /** The one thing that is wrong, a wrong key told apart from a key without capabilities. */
    readonly diagnosis: GatewayDiagnosis
  }>
  /** One light call; answers its latency in milliseconds. Bypasses circuit breaker and retries. */
  readonly ping: (url: string, verifyTls: boolean) => Effect.Effect<{ readonly latency_ms: number }, GatewayFailure>
}>()("stowage/services/endpoints/EndpointProbe") {}
