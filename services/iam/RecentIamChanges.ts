import { Clock, Context, Effect, Layer } from "effect"

/** Gateways of several daemons and zones may answer by the former policies for so long. */
const settling = 60_000
/** Accounts that are remembered. */
const most = 1_000

/** What of IAM this process changed last, an account: a refusal soon afterwards may be no answer to the change yet. */
export class RecentIamChanges extends Context.Service<RecentIamChanges, {
  readonly note: (listingKey: string, words: string) => Effect.Effect<void>
  /** A sentence to be said beside a refusal; null: nothing was changed lately. */
  readonly hint: (listingKey: string) => Effect.Effect<string | null>
}>()("stowage/services/iam/RecentIamChanges") {
  static readonly layer = Layer.sync(RecentIamChanges, () => {
    const changes = new Map<string, { readonly at: number; readonly words: string }>()
    return RecentIamChanges.of({
      note: (listingKey, words) => Effect.map(Clock.currentTimeMillis, (at) => {
        changes.delete(listingKey)
        changes.set(listingKey, { at, words })
        const [oldest] = changes.keys()
        if (changes.size > most && oldest !== undefined) changes.delete(oldest)
      }),
      hint: (listingKey) => Effect.map(Clock.currentTimeMillis, (now) => {
        const last = changes.get(listingKey)
        if (last === undefined || now - last.at > settling) return null
        const seconds = Math.round((now - last.at) / 1000)
        return `${seconds} s ago somebody did here: ${last.words}. Gateways may take a moment to follow: if this was just allowed, try again`
      })
    })
  })
}
