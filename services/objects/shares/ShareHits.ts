import { Context, type DateTime, type Effect } from "effect"
import type { ShareHit } from "#domain/objects/shares/Share.ts"

export interface NewHit {
  readonly shareId: string
  readonly what: ShareHit["what"]
  readonly name: string
  readonly outcome: ShareHit["outcome"]
  readonly network: string
  readonly bytes: number
  readonly at: DateTime.Utc
  readonly place: string | null
}

export class ShareHits extends Context.Service<
  ShareHits,
  {
    /** Null when the place is reserved. */
    readonly add: (hit: NewHit) => Effect.Effect<number | null>
    readonly finish: (id: number, bytes: number, outcome: "done" | "cut") => Effect.Effect<void>
    readonly list: (shareId: string, limit: number) => Effect.Effect<ReadonlyArray<ShareHit>>
    readonly letGo: (before: DateTime.Utc) => Effect.Effect<number>
  }
>()("stowage/services/objects/shares/ShareHits") {}
