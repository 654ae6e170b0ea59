import { Context, type Effect } from "effect"
import type { ConnectionEvidence } from "#domain/accounts/ConnectionEvidence.ts"
import type { S3Target } from "#domain/gateways/endpoints/Targets.ts"

/** Trying keys on their gateway: which buckets, whose they are, what they may. Only calls that change nothing. */
export class ConnectionProbe extends Context.Service<ConnectionProbe, {
  /** Never fails: what does not answer is evidence too. At most four calls of five seconds. */
  readonly run: (target: S3Target) => Effect.Effect<ConnectionEvidence>
}>()("stowage/services/accounts/connections/ConnectionProbe") {}
