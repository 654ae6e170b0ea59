import { Context, type Effect } from "effect"

/** Keys of a gateway that are stored here. */
export class HeldKeys extends Context.Service<HeldKeys, {
  /** Another one takes the place of that by which the console acts for an account; `secret` is its ciphertext. In the caller's transaction. */
  readonly replaceRoot: (accountId: number, key: { readonly access_key: string; readonly secret: string }) => Effect.Effect<void>
  /** Which of these an S3 connection on this endpoint uses, whoever's it is. */
  readonly ofConnections: (endpointId: number, accessKeys: ReadonlyArray<string>) => Effect.Effect<ReadonlySet<string>>
  /** How many accesses of people are kept in an account, those whose cleanup is not confirmed among them. Without it nobody could clean them up. */
  readonly privateAccesses: (accountId: number) => Effect.Effect<number>
}>()("stowage/services/accounts/HeldKeys") {}
