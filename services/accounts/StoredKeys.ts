import { Context, type Effect } from "effect"

export class StoredKeys extends Context.Service<
  StoredKeys,
  {
    /** In the caller's transaction; `secret` is ciphertext. */
    readonly replaceRoot: (
      accountId: number,
      key: { readonly access_key: string; readonly secret: string }
    ) => Effect.Effect<void>
    readonly ofConnections: (
      endpointId: number,
      accessKeys: ReadonlyArray<string>
    ) => Effect.Effect<ReadonlySet<string>>
    /** Includes unconfirmed clean-ups, which are impossible without the account. */
    readonly privateAccesses: (accountId: number) => Effect.Effect<number>
  }
>()("stowage/services/accounts/StoredKeys") {}
