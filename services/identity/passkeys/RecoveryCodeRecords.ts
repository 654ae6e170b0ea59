import { Context, type DateTime, type Effect } from "effect"

/** Recovery codes as rows, stored as digests. */
export class RecoveryCodeRecords extends Context.Service<RecoveryCodeRecords, {
  /** Deletes older codes, used or not. */
  readonly replace: (userId: number, digests: ReadonlyArray<string>, now: DateTime.Utc) => Effect.Effect<void>
  /** Uses a code; false when unknown or used. */
  readonly use: (userId: number, digest: string, now: DateTime.Utc) => Effect.Effect<boolean>
  readonly count: (userId: number) => Effect.Effect<{ readonly all: number; readonly left: number }>
}>()("stowage/services/identity/passkeys/RecoveryCodeRecords") {}
