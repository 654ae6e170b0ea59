import { Context, type DateTime, type Effect } from "effect"
import type { ShareHit } from "#domain/objects/shares/Share.ts"

/** What is known when something begins. `place`: where an upload goes; nobody else's may go there as long as it is not cut. */
export interface NewHit {
  readonly shareId: string
  readonly what: ShareHit["what"]
  readonly name: string
  readonly outcome: ShareHit["outcome"]
  readonly network: string
  /** What an upload takes of its link's limits; else 0. */
  readonly bytes: number
  readonly at: DateTime.Utc
  readonly place: string | null
}

/** What was done with links. */
export class ShareHits extends Context.Service<ShareHits, {
  /** Its number; null where the place is another's. */
  readonly add: (hit: NewHit) => Effect.Effect<number | null>
  readonly finish: (id: number, bytes: number, outcome: "done" | "cut") => Effect.Effect<void>
  readonly list: (shareId: string, limit: number) => Effect.Effect<ReadonlyArray<ShareHit>>
  /** Ends what began before then and was never heard of again (a service that was killed), and gives back what uploads among it took. */
  readonly letGo: (before: DateTime.Utc) => Effect.Effect<number>
}>()("stowage/services/objects/shares/ShareHits") {}
