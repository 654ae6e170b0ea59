import { Context, type Effect } from "effect"

export class Associations extends Context.Service<
  Associations,
  {
    /** In the caller's transaction; the first administrator is created after the contexts of the first start. */
    readonly grantAll: (userId: number) => Effect.Effect<void>
  }
>()("stowage/services/identity/Associations") {}
