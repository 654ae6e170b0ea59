import { Effect } from "effect"
import { LiveEvent } from "#domain/platform/LiveEvent.ts"
import type { LiveEvents } from "#services/platform/live/LiveEvents.ts"

export const announceListing =
  (live: LiveEvents["Service"]) =>
  (key: string, [changed]: ReadonlyArray<{ readonly version: number }>): Effect.Effect<void> =>
    changed === undefined
      ? Effect.void
      : live.publish(LiveEvent.cases.ListingChanged.make({ key, version: changed.version }))
