import { Context, type DateTime, type Effect } from "effect"

export interface TemporaryKey {
  readonly access_key: string
  readonly endpoint_id: number
  readonly uid: string
}

/** Keys that are made for owners without one. Written before the gateway is called, so a successor removes them. */
export class TemporaryKeyRecords extends Context.Service<
  TemporaryKeyRecords,
  {
    readonly add: (key: TemporaryKey, now: DateTime.Utc) => Effect.Effect<void>
    readonly forget: (accessKey: string) => Effect.Effect<void>
    readonly madeBefore: (time: DateTime.Utc) => Effect.Effect<ReadonlyArray<TemporaryKey>>
  }
>()("stowage/services/accounts/contexts/TemporaryKeyRecords") {}
