import { Context, type DateTime, type Effect } from "effect"

export type TokenUseOutcome = "consumed" | "wrong" | "expired" | "closed"

export class SetupRecords extends Context.Service<
  SetupRecords,
  {
    readonly isOpen: Effect.Effect<boolean>
    readonly replaceToken: (digest: string, expiresAt: DateTime.Utc) => Effect.Effect<boolean>
    /** Lets one of several starting processes win. False also when setup is closed. */
    readonly replaceOlderToken: (
      digest: string,
      expiresAt: DateTime.Utc,
      newest: DateTime.Utc
    ) => Effect.Effect<boolean>
    readonly close: (now: DateTime.Utc) => Effect.Effect<boolean>
    /** Closes setup forever, in the caller's transaction; only one of two concurrent callers gets `consumed`. */
    readonly consumeToken: (digest: string, now: DateTime.Utc) => Effect.Effect<TokenUseOutcome>
  }
>()("stowage/services/identity/SetupRecords") {}
