import { Context, type DateTime, type Effect } from "effect"

export type TokenUseOutcome = "consumed" | "wrong" | "expired" | "closed"

/** The one row that says whether the first administrator may still be created, and with which token. */
export class SetupRecords extends Context.Service<SetupRecords, {
  /** Nobody exists yet. */
  readonly isOpen: Effect.Effect<boolean>
  /** The new token replaces any older one; false when setup is closed. */
  readonly replaceToken: (digest: string, expiresAt: DateTime.Utc) => Effect.Effect<boolean>
  /** Replaces a token that expires at `newest` or earlier; of several processes that start together one does. False also when setup is closed. */
  readonly replaceOlderToken: (digest: string, expiresAt: DateTime.Utc, newest: DateTime.Utc) => Effect.Effect<boolean>
  /** Closes setup for ever without a token, in the caller's transaction; false when it was closed. */
  readonly close: (now: DateTime.Utc) => Effect.Effect<boolean>
  /** Consumes the token and closes setup for ever, in the caller's transaction: of two racers one gets `consumed`. */
  readonly consumeToken: (digest: string, now: DateTime.Utc) => Effect.Effect<TokenUseOutcome>
}>()("stowage/services/identity/SetupRecords") {}
