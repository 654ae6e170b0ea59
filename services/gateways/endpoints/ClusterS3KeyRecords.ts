import { Context, type DateTime, type Effect } from "effect"
import type { ClusterS3Key } from "#domain/gateways/endpoints/ClusterS3Key.ts"

export interface StoredClusterS3Key {
  readonly key: ClusterS3Key
  readonly secret: string
}

export class ClusterS3KeyRecords extends Context.Service<
  ClusterS3KeyRecords,
  {
    readonly find: (endpointId: number) => Effect.Effect<StoredClusterS3Key | null>
    readonly put: (endpointId: number, stored: StoredClusterS3Key, now: DateTime.Utc) => Effect.Effect<void>
    /** Ignored when the endpoint has another key now. */
    readonly setFindings: (endpointId: number, key: ClusterS3Key) => Effect.Effect<void>
    readonly remove: (endpointId: number) => Effect.Effect<boolean>
  }
>()("stowage/services/gateways/endpoints/ClusterS3KeyRecords") {}
