import { Context, type DateTime, type Effect } from "effect"
import type { AccessLogState } from "#domain/usage/accesslogs/AccessLog.ts"
import type { StoredPortalSettings } from "#services/iam/portal/PortalSettingsRecords.ts"
import type { SpaceRow } from "#services/iam/portal/PortalSpaceRecords.ts"

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

export interface CollectedSource extends AccessLogSource {
  readonly rgw_account_id: number
  readonly listing_key: string
  readonly root_uid: string
  readonly has_space: boolean
  readonly collected_since: boolean
}

export interface SourceChange {
  readonly state: AccessLogState
  readonly collected_at?: DateTime.Utc
  readonly enabled?: boolean
  readonly drained?: boolean
}

export class AccessLogSources extends Context.Service<
  AccessLogSources,
  {
    readonly view: (accountId: number, userId: number) => Effect.Effect<AccessLogView>
    readonly find: (accountId: number, bucket: string) => Effect.Effect<CollectedSource | null>
    readonly toCollect: Effect.Effect<ReadonlyArray<CollectedSource>>
    readonly set: (
      accountId: number,
      source: Pick<AccessLogSource, "bucket" | "log_bucket" | "enabled" | "state">,
      now: DateTime.Utc
    ) => Effect.Effect<number>
    readonly change: (id: number, change: SourceChange) => Effect.Effect<void>
    readonly unnamed: (accountId: number, before: DateTime.Utc) => Effect.Effect<ReadonlyArray<string>>
    readonly nameIdentities: (
      accountId: number,
      names: ReadonlyArray<{ readonly uid: string; readonly name: string | null }>,
      now: DateTime.Utc
    ) => Effect.Effect<void>
  }
>()("stowage/services/usage/accesslogs/AccessLogSources") {}
