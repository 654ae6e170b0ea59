import { Context, type DateTime, type Effect } from "effect"
import type { AccessLogAction, AccessLogEntry, AccessLogCursor } from "#domain/usage/accesslogs/AccessLog.ts"
import type { AccessLogResult } from "#domain/usage/accesslogs/AccessLog.ts"
import type { AccessLogLine } from "#domain/usage/accesslogs/AccessLogLine.ts"

/** The ETag detects a replaced log object. */
export interface LogObject {
  readonly key: string
  readonly etag: string
}

export interface LogObjectProgress {
  readonly key: string
  readonly etag: string
  readonly read_bytes: number
  readonly finished: boolean
}

export interface LogPart extends LogObject {
  readonly account_id: number
  readonly source_id: number
  readonly from: number
  readonly to: number
  readonly finished: boolean
  readonly lines: ReadonlyArray<AccessLogLine>
  readonly refused: number
}

export interface LogPlace {
  readonly source_id: number
  readonly prefix: string
}

export interface LogSelection {
  readonly account_id: number
  /** Null: all of the account. */
  readonly places: ReadonlyArray<LogPlace> | null
  readonly action?: AccessLogAction | undefined
  readonly path?: string | undefined
  readonly identity?: string | undefined
  readonly result?: AccessLogResult | undefined
  readonly from?: DateTime.Utc | undefined
  readonly to?: DateTime.Utc | undefined
}

export interface StoredEntry extends Omit<AccessLogEntry, "space" | "result"> {
  readonly method: string
  readonly uri: string
}

export class AccessLogRecords extends Context.Service<
  AccessLogRecords,
  {
    readonly progress: (
      sourceId: number,
      objects: ReadonlyArray<LogObject>
    ) => Effect.Effect<ReadonlyArray<LogObjectProgress>>
    /** False when it was already stored. */
    readonly store: (part: LogPart, now: DateTime.Utc) => Effect.Effect<boolean>
    readonly markDeleted: (sourceId: number, keys: ReadonlyArray<string>, now: DateTime.Utc) => Effect.Effect<void>
    readonly page: (
      selection: LogSelection,
      limit: number,
      after: AccessLogCursor | undefined
    ) => Effect.Effect<ReadonlyArray<StoredEntry>>
    readonly dropWeeks: (before: DateTime.Utc) => Effect.Effect<number>
    readonly deleteOrphans: (limit: number) => Effect.Effect<number>
    readonly forgetObjects: (before: DateTime.Utc, limit: number) => Effect.Effect<number>
  }
>()("stowage/services/usage/accesslogs/AccessLogRecords") {}
