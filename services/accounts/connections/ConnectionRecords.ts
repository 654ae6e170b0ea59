import { Context, type DateTime, type Effect } from "effect"
import type {
  ConnectionFilters,
  ConnectionOwnerType,
  ConnectionSortKey,
  ConnectionTag,
  ConnectionTagInput,
  CustomEndpoint
} from "#domain/accounts/Connection.ts"
import type { ConnectionEvidence } from "#domain/accounts/ConnectionEvidence.ts"
import type { ObjectGrant } from "#domain/gateways/endpoints/objectGrants.ts"
import type { OffsetQuery, Page } from "#domain/platform/Paging.ts"

export type Ownership = { readonly _tag: "Private"; readonly userId: number } | { readonly _tag: "Shared" }

export interface ConnectionQuery extends OffsetQuery<ConnectionSortKey>, ConnectionFilters {}

export interface ConnectionRecord {
  readonly id: number
  readonly name: string
  readonly owner_user_id: number | null
  readonly storage_endpoint_id: number | null
  readonly storage_endpoint_name: string | null
  readonly storage_endpoint_is_default: boolean
  readonly storage_endpoint_is_sandbox: boolean
  readonly custom_endpoint: CustomEndpoint | null
  readonly endpoint_url: string
  readonly region: string
  readonly verify_tls: boolean
  readonly access_key: string
  readonly secret: string
  readonly seal: string
  readonly has_session_token: boolean
  readonly expires_at: DateTime.Utc | null
  readonly capabilities: { readonly can_manage_iam: boolean }
  readonly server_managed: boolean
  readonly owner_type: ConnectionOwnerType | null
  readonly owner_identifier: string | null
  readonly tags: ReadonlyArray<ConnectionTag>
  readonly user_count: number
  readonly probe: ConnectionEvidence | null
  readonly grants: ReadonlyArray<ObjectGrant> | null
  readonly version: number
  readonly created_at: DateTime.Utc
  readonly updated_at: DateTime.Utc
}

export interface ConnectionFields {
  readonly name: string
  readonly storage_endpoint_id: number | null
  readonly custom_endpoint: CustomEndpoint | null
  readonly access_key: string
  readonly secret: string
  readonly seal: string
  readonly has_session_token: boolean
  readonly expires_at: DateTime.Utc | null
  readonly capabilities: { readonly can_manage_iam: boolean }
  readonly owner_type: ConnectionOwnerType | null
  readonly owner_identifier: string | null
  readonly server_managed?: boolean
}

export class ConnectionRecords extends Context.Service<
  ConnectionRecords,
  {
    readonly page: (query: ConnectionQuery) => Effect.Effect<Page<ConnectionRecord>>
    readonly all: (of: Ownership) => Effect.Effect<ReadonlyArray<ConnectionRecord>>
    readonly find: (of: Ownership, id: number) => Effect.Effect<ConnectionRecord | null>
    readonly add: (of: Ownership, fields: ConnectionFields, now: DateTime.Utc) => Effect.Effect<number | null>
    /** `stale`: another version, or deleted. New keys or another address discard listings and evidence. */
    readonly update: (
      of: Ownership,
      id: number,
      fields: Partial<ConnectionFields>,
      version: number | undefined,
      now: DateTime.Utc
    ) => Effect.Effect<"done" | "taken" | "stale">
    /** Replaces the tags. Colour and scope apply to all connections of the owner; unused labels are deleted. */
    readonly setTags: (of: Ownership, id: number, tags: ReadonlyArray<ConnectionTagInput>) => Effect.Effect<void>
    readonly setProbe: (id: number, seal: string, probe: ConnectionEvidence) => Effect.Effect<void>
    readonly remove: (of: Ownership, id: number) => Effect.Effect<void>
  }
>()("stowage/services/accounts/connections/ConnectionRecords") {}
