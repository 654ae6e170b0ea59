import { Context, type Effect } from "effect"
import type { S3Target } from "#domain/gateways/endpoints/Targets.ts"
import type { ProbeResult } from "#domain/iam/portal/StorageStatus.ts"

/** Bypasses limiter and breakers. */
export class SyntheticProbe extends Context.Service<
  SyntheticProbe,
  {
    /** Each operation ends within 10 s. Null: the bucket does not exist. Writes only the probe's own object. */
    readonly run: (target: S3Target, bucket: string) => Effect.Effect<ProbeResult | null>
  }
>()("stowage/services/iam/portal/SyntheticProbe") {}
