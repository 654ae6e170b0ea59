import { Context, type Effect } from "effect"

/** Which users may act as which registered contexts. */
export class Associations extends Context.Service<Associations, {
  /**
   * Makes a user account administrator of every account and RGW user registered so far. Meant for the first
   * administrator, who is created after the contexts that the first start registered. Runs in the caller's transaction.
   */
  readonly grantAll: (userId: number) => Effect.Effect<void>
}>()("stowage/services/identity/Associations") {}
