import { Context, type Effect } from "effect"
import type { ContextWorkspace } from "#domain/accounts/contexts/ExecutionContext.ts"
import type { ContextRef } from "#domain/accounts/contexts/ContextId.ts"
import type { PortalAccount } from "#domain/accounts/scope/RequestScope.ts"
import type { EndpointCapabilities, FeaturesConfig } from "#domain/gateways/endpoints/StorageEndpoint.ts"

export interface ContextRecord {
  readonly kind: "account" | "s3_user"
  readonly id: number
  readonly name: string
  readonly external_id: string
  readonly uid: string
  readonly access_key: string
  readonly secret: string
  readonly endpoint_id: number
  readonly endpoint_name: string
  readonly endpoint_url: string
  readonly endpoint_region: string
  readonly endpoint_verify_tls: boolean
  readonly endpoint_is_default: boolean
  readonly endpoint_is_sandbox: boolean
  readonly features_config: FeaturesConfig
  readonly capabilities: EndpointCapabilities
  readonly admin_access_key: string | null
  readonly admin_secret: string | null
  readonly data_access: boolean
}

export class ContextRecords extends Context.Service<
  ContextRecords,
  {
    readonly visible: (userId: number, workspace: ContextWorkspace) => Effect.Effect<ReadonlyArray<ContextRecord>>
    readonly find: (userId: number, workspace: ContextWorkspace, ref: ContextRef) => Effect.Effect<ContextRecord | null>
    /** Any context that owns these buckets: for refreshes, which act on behalf of all viewers. */
    readonly byOwner: (endpointId: number, owner: string) => Effect.Effect<ContextRecord | null>
    /** Account with the user's portal role; null without a role or while the Portal is switched off. */
    readonly portalAccount: (userId: number, accountId: number) => Effect.Effect<PortalAccount | null>
    readonly portalAccounts: (userId: number) => Effect.Effect<ReadonlyArray<PortalAccount>>
    readonly grantAll: (userId: number) => Effect.Effect<void>
    readonly counts: Effect.Effect<{
      readonly endpoints: number
      readonly contexts: number
      readonly own_endpoints: number
      readonly own_contexts: number
    }>
  }
>()("stowage/services/accounts/contexts/ContextRecords") {}
