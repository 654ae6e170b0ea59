import { Context, type DateTime, type Effect } from "effect"
import type { AccessLogAction, AccessLogEntry, AccessLogPosition } from "#domain/usage/accesslogs/AccessLog.ts"
import type { AccessLogResult } from "#domain/usage/accesslogs/AccessLog.ts"
import type { AccessLogLine } from "#domain/usage/accesslogs/AccessLogLine.ts"

/** Log object; its ETag tells whether it is the one that was read. */
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

/** Lines of a part of a log object. */
export interface LogPart extends LogObject {
  readonly account_id: number
  readonly source_id: number
  /** Bytes of the object before and after the part. */
  readonly from: number
  readonly to: number
  readonly finished: boolean
  readonly lines: ReadonlyArray<AccessLogLine>
  readonly refused: number
}

/** Bucket, or a folder of it with its slash. */
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

/** Entry with the method and address of its request, for a log as text. */
export interface StoredEntry extends Omit<AccessLogEntry, "space" | "result"> {
  readonly method: string
  readonly uri: string
}

/** Rows of access logs, in weekly partitions. */
export class AccessLogRecords extends Context.Service<
  AccessLogRecords,
  {
    readonly progress: (
      sourceId: number,
      objects: ReadonlyArray<LogObject>
    ) => Effect.Effect<ReadonlyArray<LogObjectProgress>>
    /** Stores a part once; false when somebody stored it before. */
    readonly store: (part: LogPart, now: DateTime.Utc) => Effect.Effect<boolean>
    /** Notes that log objects which were read whole were deleted on the gateway. */
    readonly markDeleted: (sourceId: number, keys: ReadonlyArray<string>, now: DateTime.Utc) => Effect.Effect<void>
    /** Newest first; `limit` rows behind the position. */
    readonly page: (
      selection: LogSelection,
      limit: number,
      after: AccessLogPosition | undefined
    ) => Effect.Effect<ReadonlyArray<StoredEntry>>
    /** Drops weeks that ended before; returns their number. */
    readonly dropWeeks: (before: DateTime.Utc) => Effect.Effect<number>
    /** Deletes rows of deleted accounts, and then their sources; returns the number of both. */
    readonly deleteOrphans: (limit: number) => Effect.Effect<number>
    /** Forgets log objects that were deleted before. */
    readonly forgetObjects: (before: DateTime.Utc, limit: number) => Effect.Effect<number>
  }
>()("stowage/services/usage/accesslogs/AccessLogRecords") {}
