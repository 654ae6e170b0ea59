import { Context, type Effect } from "effect"

/** The key by which the console acts for a registered account. */
export class RootKeys extends Context.Service<RootKeys, {
  /** Another one takes its place; `secret` is its ciphertext. In the caller's transaction. */
  readonly replace: (accountId: number, key: { readonly access_key: string; readonly secret: string }) => Effect.Effect<void>
}>()("stowage/services/accounts/RootKeys") {}
