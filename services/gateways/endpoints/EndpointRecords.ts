import { Context, type DateTime, type Effect } from "effect"
import type { NotFound } from "#domain/platform/errors/Errors.ts"
import type {
  DetectedFeatures,
  FeaturesConfig,
  Provider,
  StorageEndpoint
} from "#domain/gateways/endpoints/StorageEndpoint.ts"

export interface EndpointFields {
  readonly name: string
  readonly url: string
  readonly provider: Provider
  readonly region: string
  readonly verify_tls: boolean
  readonly is_default: boolean
  readonly is_sandbox: boolean
  readonly source: StorageEndpoint["source"]
  readonly features_config: FeaturesConfig
  readonly tags: ReadonlyArray<string>
  readonly latitude: number | null
  readonly longitude: number | null
  readonly admin_access_key: string | null
  readonly admin_secret: string | null
}

export class EndpointRecords extends Context.Service<
  EndpointRecords,
  {
    readonly list: Effect.Effect<ReadonlyArray<StorageEndpoint>>
    readonly find: (id: number) => Effect.Effect<StorageEndpoint, NotFound>
    readonly secret: (id: number) => Effect.Effect<string | null>
    readonly add: (fields: EndpointFields, now: DateTime.Utc) => Effect.Effect<number | null>
    readonly update: (id: number, fields: Partial<EndpointFields>, now: DateTime.Utc) => Effect.Effect<boolean>
    /** Name of the deleted endpoint; null while it is in use. */
    readonly remove: (id: number) => Effect.Effect<string | null>
    /** Serialises the setup of environment endpoints until the transaction ends. */
    readonly lock: Effect.Effect<void>
    readonly setDetected: (id: number, detected: DetectedFeatures) => Effect.Effect<void>
  }
>()("stowage/services/gateways/endpoints/EndpointRecords") {}
