import { Context, type Effect } from "effect"
import type { ConnectionEvidence } from "#domain/accounts/ConnectionEvidence.ts"
import type { S3Target } from "#domain/gateways/endpoints/Targets.ts"

export class ConnectionProbe extends Context.Service<
  ConnectionProbe,
  {
    /** Never fails: a missing response is evidence too. At most four calls of 5 seconds. */
    readonly run: (target: S3Target) => Effect.Effect<ConnectionEvidence>
  }
>()("stowage/services/accounts/connections/ConnectionProbe") {}
