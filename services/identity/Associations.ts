import { Context, type Effect } from "effect"

export class Associations extends Context.Service<
  Associations,
  {
    /**
     * Makes a user account administrator of everything registered so far, in the caller's transaction. For the first
     * administrator, who is created after the contexts of the first start.
     */
    readonly grantAll: (userId: number) => Effect.Effect<void>
  }
>()("stowage/services/identity/Associations") {}
