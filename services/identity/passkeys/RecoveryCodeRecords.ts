import { Context, type DateTime, type Effect } from "effect"

/** Recovery codes as rows; a code is known by its digest alone. */
export class RecoveryCodeRecords extends Context.Service<RecoveryCodeRecords, {
  /** Older ones, used or not, go. */
  readonly replace: (userId: number, digests: ReadonlyArray<string>, now: DateTime.Utc) => Effect.Effect<void>
  /** Uses a code; false when it is not this user's or was used. */
  readonly use: (userId: number, digest: string, now: DateTime.Utc) => Effect.Effect<boolean>
  readonly count: (userId: number) => Effect.Effect<{ readonly all: number; readonly left: number }>
}>()("stowage/services/identity/passkeys/RecoveryCodeRecords") {}
