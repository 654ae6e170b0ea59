import { Context, type DateTime, type Effect } from "effect"
import type { NotFound } from "#domain/platform/errors/Errors.ts"
import type { OffsetQuery, Page } from "#domain/platform/Paging.ts"
import type { GroupLink, GroupLinkInput, UserLink, UserLinkInput } from "#domain/identity/Links.ts"
import type { DriftFinding } from "#domain/accounts/Drift.ts"
import type { AccountSortKey, S3UserSortKey } from "#domain/accounts/StorageAccess.ts"
import type { UnknownLink } from "#domain/identity/unknownLinks.ts"
import type { EndpointCapabilities } from "#domain/gateways/endpoints/StorageEndpoint.ts"

export type RegistrationKind = "account" | "s3_user"

export interface Registration {
  readonly id: number
  readonly name: string
  readonly external_id: string
  readonly uid: string
  readonly access_key: string
  readonly secret: string
  readonly storage_endpoint_id: number
  readonly storage_endpoint_name: string
  readonly storage_endpoint_url: string
  readonly storage_endpoint_is_default: boolean
  readonly storage_endpoint_capabilities: EndpointCapabilities
  readonly user_links: ReadonlyArray<UserLink>
  readonly group_links: ReadonlyArray<GroupLink>
  readonly drift: ReadonlyArray<DriftFinding>
  readonly version: number
  readonly created_at: DateTime.Utc
}

export interface SentLinks {
  readonly user_links?: ReadonlyArray<UserLinkInput>
  readonly group_links?: ReadonlyArray<GroupLinkInput>
}

export const linksOf = ({ group_links, user_links }: SentLinks): SentLinks => ({
  ...(user_links === undefined ? {} : { user_links }),
  ...(group_links === undefined ? {} : { group_links })
})

export interface RegistrationQuery extends OffsetQuery<AccountSortKey | S3UserSortKey> {
  readonly storage_endpoint_id?: number
  readonly drift?: boolean
}

export class Registrations extends Context.Service<
  Registrations,
  {
    readonly page: (kind: RegistrationKind, query: RegistrationQuery) => Effect.Effect<Page<Registration>>
    readonly all: (kind: RegistrationKind) => Effect.Effect<ReadonlyArray<Registration>>
    readonly find: (kind: RegistrationKind, id: number) => Effect.Effect<Registration, NotFound>
    readonly add: (
      kind: RegistrationKind,
      fields: {
        readonly name: string
        readonly externalId: string
        readonly uid: string
        readonly endpointId: number
        readonly accessKey: string
        readonly secret: string
      },
      now: DateTime.Utc
    ) => Effect.Effect<number | null>
    readonly registered: (
      kind: RegistrationKind,
      endpointId: number,
      externalIds: ReadonlyArray<string>
    ) => Effect.Effect<ReadonlyMap<string, { readonly id: number; readonly version: number }>>
    readonly rename: (kind: RegistrationKind, id: number, name: string) => Effect.Effect<void>
    /** Replaces the given lists; returns the missing links without changing anything if there are any. */
    readonly setLinks: (
      kind: RegistrationKind,
      id: number,
      links: SentLinks
    ) => Effect.Effect<ReadonlyArray<UnknownLink>>
    readonly remove: (kind: RegistrationKind, id: number) => Effect.Effect<void>
  }
>()("stowage/services/accounts/Registrations") {}
