import { Context, type DateTime, type Effect, type Schema } from "effect"
import type { PortalRequest, RequestUndo } from "#domain/iam/portal/PortalRequest.ts"

export interface StoredRequest extends PortalRequest {
  readonly rgw_account_id: number
  readonly undo: RequestUndo | null
}

export interface RequestChange {
  readonly state: PortalRequest["state"]
  readonly result?: Schema.Json
  readonly reason?: string | null
  readonly decided_by?: number | null
  readonly decided_at?: DateTime.Utc | null
  readonly expires_at?: DateTime.Utc | null
  readonly undo?: RequestUndo | null
}

export class PortalRequestRecords extends Context.Service<
  PortalRequestRecords,
  {
    /** Newest first; `userId` null: all users. */
    readonly list: (
      accountId: number,
      userId: number | null,
      limit: number
    ) => Effect.Effect<ReadonlyArray<PortalRequest>>
    readonly find: (id: number) => Effect.Effect<StoredRequest | null>
    readonly add: (
      accountId: number,
      userId: number,
      type: PortalRequest["type"],
      payload: Schema.Json,
      now: DateTime.Utc
    ) => Effect.Effect<number>
    readonly move: (id: number, from: PortalRequest["state"], change: RequestChange) => Effect.Effect<boolean>
    readonly markGranted: (id: number, now: DateTime.Utc) => Effect.Effect<boolean>
    /** Approved requests decided before `before` whose grant was interrupted. */
    readonly ungranted: (before: DateTime.Utc, limit: number) => Effect.Effect<ReadonlyArray<number>>
    readonly due: (now: DateTime.Utc, limit: number) => Effect.Effect<ReadonlyArray<number>>
    readonly deciders: (accountId: number) => Effect.Effect<ReadonlyArray<number>>
  }
>()("stowage/services/iam/portal/PortalRequestRecords") {}
