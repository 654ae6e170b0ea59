import { Context, type DateTime, type Effect } from "effect"
import type { NotFound } from "#domain/platform/errors/Errors.ts"
import type { OffsetQuery, Page } from "#domain/platform/Paging.ts"
import type { GroupLink, GroupLinkInput, UserLink, UserLinkInput } from "#domain/identity/Links.ts"
import type { DriftFinding } from "#domain/accounts/Drift.ts"
import type { AccountSortKey, S3UserSortKey } from "#domain/accounts/StorageAccess.ts"
import type { UnknownLink } from "#domain/identity/unknownLinks.ts"
import type { EndpointCapabilities } from "#domain/gateways/endpoints/StorageEndpoint.ts"

/** What is registered: an RGW account (acted for by its root user), or an RGW user of its own. */
export type RegistrationKind = "account" | "s3_user"

/** A registered account or user with its endpoint and links. */
export interface Registration {
  readonly id: number
  readonly name: string
  /** Account id, or the uid again. */
  readonly external_id: string
  readonly uid: string
  readonly access_key: string
  /** Ciphertext. */
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

/** Who may act as it: lists that replace those which are there; what is left out stays. */
export interface SentLinks {
  readonly user_links?: ReadonlyArray<UserLinkInput>
  readonly group_links?: ReadonlyArray<GroupLinkInput>
}

export const linksOf = ({ group_links, user_links }: SentLinks): SentLinks => ({
  ...(user_links === undefined ? {} : { user_links }), ...(group_links === undefined ? {} : { group_links })
})

/** Of both kinds: each sorts by its own id under that id's name. */
export interface RegistrationQuery extends OffsetQuery<AccountSortKey | S3UserSortKey> {
  readonly storage_endpoint_id?: number
  /** Those that differ from their gateway, or those that do not. */
  readonly drift?: boolean
}

/** Registered accounts and users, and who may act as them, as rows. */
export class Registrations extends Context.Service<Registrations, {
  readonly page: (kind: RegistrationKind, query: RegistrationQuery) => Effect.Effect<Page<Registration>>
  readonly all: (kind: RegistrationKind) => Effect.Effect<ReadonlyArray<Registration>>
  readonly find: (kind: RegistrationKind, id: number) => Effect.Effect<Registration, NotFound>
  /** Null when it is registered already. */
  readonly add: (kind: RegistrationKind, fields: {
    readonly name: string
    readonly externalId: string
    readonly uid: string
    readonly endpointId: number
    readonly accessKey: string
    readonly secret: string
  }, now: DateTime.Utc) => Effect.Effect<number | null>
  /** Which of these account ids or uids are registered on an endpoint, and as which rows. */
  readonly registered: (kind: RegistrationKind, endpointId: number, externalIds: ReadonlyArray<string>) => Effect.Effect<ReadonlyMap<string, { readonly id: number; readonly version: number }>>
  readonly rename: (kind: RegistrationKind, id: number, name: string) => Effect.Effect<void>
  /** Replaces the lists that are given; answers what does not exist, having changed nothing then. */
  readonly setLinks: (kind: RegistrationKind, id: number, links: SentLinks) => Effect.Effect<ReadonlyArray<UnknownLink>>
  readonly remove: (kind: RegistrationKind, id: number) => Effect.Effect<void>
}>()("stowage/services/accounts/Registrations") {}
