import { Clock, Context, Effect, Layer } from "effect"

/** Other RGW daemons and zones may apply old policies for this time (ms). */
const PROPAGATION_MS = 60_000
const MAX_ACCOUNTS = 1_000

/** Last IAM change of this process per account: a refusal soon afterwards may still use the old policies. */
export class RecentIamChanges extends Context.Service<
  RecentIamChanges,
  {
    readonly note: (listingKey: string, words: string) => Effect.Effect<void>
    readonly hint: (listingKey: string) => Effect.Effect<string | null>
  }
>()("stowage/services/iam/RecentIamChanges") {
  static readonly layer = Layer.sync(RecentIamChanges, () => {
    const changes = new Map<string, { readonly at: number; readonly words: string }>()
    return RecentIamChanges.of({
      note: (listingKey, words) =>
        Effect.map(Clock.currentTimeMillis, (at) => {
          changes.delete(listingKey)
          changes.set(listingKey, { at, words })
          const [oldest] = changes.keys()
          if (changes.size > MAX_ACCOUNTS && oldest !== undefined) changes.delete(oldest)
        }),
      hint: (listingKey) =>
        Effect.map(Clock.currentTimeMillis, (now) => {
          const last = changes.get(listingKey)
          if (last === undefined || now - last.at > PROPAGATION_MS) return null
          const seconds = Math.round((now - last.at) / 1000)
          return (
            `${seconds} s ago somebody did here: ${last.words}. Gateways may take a moment to follow: if this ` +
            "was just allowed, try again"
          )
        })
    })
  })
}
