import { Context, type DateTime, type Effect } from "effect"

export class RecoveryCodeRecords extends Context.Service<
  RecoveryCodeRecords,
  {
    readonly replace: (userId: number, digests: ReadonlyArray<string>, now: DateTime.Utc) => Effect.Effect<void>
    readonly use: (userId: number, digest: string, now: DateTime.Utc) => Effect.Effect<boolean>
    readonly count: (userId: number) => Effect.Effect<{ readonly all: number; readonly left: number }>
  }
>()("stowage/services/identity/passkeys/RecoveryCodeRecords") {}
