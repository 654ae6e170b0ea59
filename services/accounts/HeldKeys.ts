import { Context, type Effect } from "effect"

/** Gateway keys stored here. */
export class HeldKeys extends Context.Service<HeldKeys, {
  /** Replaces the key by which the console acts for an account, in the caller's transaction; `secret` is ciphertext. */
  readonly replaceRoot: (accountId: number, key: { readonly access_key: string; readonly secret: string }) => Effect.Effect<void>
  /** Subset of these keys that S3 connections on this endpoint use. */
  readonly ofConnections: (endpointId: number, accessKeys: ReadonlyArray<string>) => Effect.Effect<ReadonlySet<string>>
  /**
   * Number of private accesses in an account, including unconfirmed cleanups. They cannot be cleaned up without the
   * account.
   */
  readonly privateAccesses: (accountId: number) => Effect.Effect<number>
}>()("stowage/services/accounts/HeldKeys") {}
