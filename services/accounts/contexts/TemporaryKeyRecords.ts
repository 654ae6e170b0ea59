import { Context, type DateTime, type Effect } from "effect"

export interface TemporaryKey {
  readonly access_key: string
  readonly endpoint_id: number
  readonly uid: string
}

/** Written before the gateway is called, so that a successor removes the keys. */
export class TemporaryKeyRecords extends Context.Service<
  TemporaryKeyRecords,
  {
    readonly add: (key: TemporaryKey, now: DateTime.Utc) => Effect.Effect<void>
    readonly forget: (accessKey: string) => Effect.Effect<void>
    readonly has: (accessKey: string) => Effect.Effect<boolean>
    readonly madeBefore: (time: DateTime.Utc) => Effect.Effect<ReadonlyArray<TemporaryKey>>
  }
>()("stowage/services/accounts/contexts/TemporaryKeyRecords") {}
