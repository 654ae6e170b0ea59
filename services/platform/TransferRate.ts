import { Clock, Context, Effect } from "effect"
import { takeTokens } from "#domain/platform/tokenBucket.ts"

/** Per second; null for none. */
export interface RateLimits {
  readonly bytes: number | null
  readonly requests: number | null
}

export interface Rate {
  readonly requests: (count: number) => Effect.Effect<void>
  readonly bytes: (count: number) => Effect.Effect<void>
  /** Copies that may be sent together: about one second's worth, and at least one. */
  readonly groups: <A>(
    copies: ReadonlyArray<A>,
    sizeOf: (copy: A) => number,
    requestsEach: number
  ) => ReadonlyArray<ReadonlyArray<A>>
}

const limiter = (perSecond: number | null) => {
  if (perSecond === null) return () => Effect.void
  let due = Number.NEGATIVE_INFINITY
  return (count: number) =>
    Effect.flatMap(Clock.currentTimeMillis, (now) => {
      const tokens = takeTokens(due, { count, now, perSecond })
      due = tokens.due
      return tokens.waitMs === 0 ? Effect.void : Effect.sleep(tokens.waitMs)
    })
}

export const makeRate = ({ bytes, requests }: RateLimits): Rate => ({
  bytes: limiter(bytes),
  requests: limiter(requests),
  groups: (copies, sizeOf, requestsEach) => {
    if (bytes === null && requests === null) return [copies]
    const most = requests === null ? copies.length : Math.max(1, Math.floor(requests / requestsEach))
    const groups: Array<Array<(typeof copies)[number]>> = []
    let size = 0
    for (const copy of copies) {
      const last = groups.at(-1)
      if (last === undefined || last.length >= most || size + sizeOf(copy) > (bytes ?? Number.POSITIVE_INFINITY)) {
        groups.push([copy])
        size = sizeOf(copy)
      } else {
        last.push(copy)
        size += sizeOf(copy)
      }
    }
    return groups
  }
})

export const unlimitedRate = makeRate({ bytes: null, requests: null })

export const TransferRate = Context.Reference<Rate>("stowage/services/platform/TransferRate", {
  defaultValue: () => unlimitedRate
})
