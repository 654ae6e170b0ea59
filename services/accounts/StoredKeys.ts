import { Context, type Effect } from "effect"

export class StoredKeys extends Context.Service<
  StoredKeys,
  {
    /**
     * Replaces the key by which the console acts for an account, in the caller's transaction; `secret` is ciphertext.
     */
    readonly replaceRoot: (
      accountId: number,
      key: { readonly access_key: string; readonly secret: string }
    ) => Effect.Effect<void>
    readonly ofConnections: (
      endpointId: number,
      accessKeys: ReadonlyArray<string>
    ) => Effect.Effect<ReadonlySet<string>>
    /**
     * Number of private accesses in an account, including unconfirmed cleanups. They cannot be cleaned up without the
     * account.
     */
    readonly privateAccesses: (accountId: number) => Effect.Effect<number>
  }
>()("stowage/services/accounts/StoredKeys") {}
