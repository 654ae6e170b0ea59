import { Context, type Effect } from "effect"

/** Has the buckets of an imported account or RGW user counted in the background. */
export class FirstCounts extends Context.Service<
  FirstCounts,
  {
    readonly ask: (listingKey: string) => Effect.Effect<void>
  }
>()("stowage/services/accounts/FirstCounts") {}
