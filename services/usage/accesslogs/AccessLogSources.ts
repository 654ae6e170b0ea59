import { Context, type DateTime, type Effect } from "effect"
import type { AccessLogState } from "#domain/usage/accesslogs/AccessLog.ts"
import type { StoredPortalSettings } from "#services/iam/portal/PortalSettingsRecords.ts"
import type { SpaceRow } from "#services/iam/portal/PortalSpaceRecords.ts"

/** Bucket whose access log is collected. */
export interface AccessLogSource {
  readonly id: number
  readonly bucket: string
  readonly log_bucket: string
  readonly enabled: boolean
  readonly state: AccessLogState
  readonly refused_count: number
  readonly collected_at: string | null
}

export type LogSpace = Pick<SpaceRow, "id" | "name" | "bucket" | "prefix" | "private" | "member_right">

export interface AccessLogView {
  readonly settings: Pick<StoredPortalSettings, "override" | "installation">
  readonly spaces: ReadonlyArray<LogSpace>
  readonly sources: ReadonlyArray<AccessLogSource>
}

/** Source with its account, for the collector. */
export interface CollectedSource extends AccessLogSource {
  readonly rgw_account_id: number
  readonly listing_key: string
  /** Uid by whose key the log is collected. */
  readonly root_uid: string
  /** False: no storage space uses the bucket any more. */
  readonly has_space: boolean
  /** It was collected after the last change of its switch. */
  readonly collected_since: boolean
}

export interface SourceChange {
  readonly state: AccessLogState
  readonly collected_at?: DateTime.Utc
  readonly enabled?: boolean
  /** All that was written before logging was switched off was read. */
  readonly drained?: boolean
}

/** Buckets with access logs. */
export class AccessLogSources extends Context.Service<
  AccessLogSources,
  {
    /** Spaces and sources of an account, with the rights of a user and the settings that show them. */
    readonly view: (accountId: number, userId: number) => Effect.Effect<AccessLogView>
    readonly find: (accountId: number, bucket: string) => Effect.Effect<CollectedSource | null>
    /** Sources that are on, or off and not drained. */
    readonly toCollect: Effect.Effect<ReadonlyArray<CollectedSource>>
    /** Switches the access log of a bucket on or off; returns its source. */
    readonly set: (
      accountId: number,
      source: Pick<AccessLogSource, "bucket" | "log_bucket" | "enabled" | "state">,
      now: DateTime.Utc
    ) => Effect.Effect<number>
    readonly change: (id: number, change: SourceChange) => Effect.Effect<void>
    /** Identities without a name that were not checked since `before`. */
    readonly unnamed: (accountId: number, before: DateTime.Utc) => Effect.Effect<ReadonlyArray<string>>
    readonly nameIdentities: (
      accountId: number,
      names: ReadonlyArray<{ readonly uid: string; readonly name: string | null }>,
      now: DateTime.Utc
    ) => Effect.Effect<void>
  }
>()("stowage/services/usage/accesslogs/AccessLogSources") {}
