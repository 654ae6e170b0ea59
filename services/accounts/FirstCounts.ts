import { Context, type Effect } from "effect"

export class FirstCounts extends Context.Service<
  FirstCounts,
  {
    readonly ask: (listingKey: string) => Effect.Effect<void>
  }
>()("stowage/services/accounts/FirstCounts") {}
