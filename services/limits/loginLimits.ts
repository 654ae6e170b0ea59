import type { RateLimited } from "#domain/errors/Errors.ts"
import { rateLimits } from "#domain/limits/RateLimit.ts"
import { CurrentOrigin } from "#domain/access/RequestOrigin.ts"
import { Effect } from "effect"
import type { Limit, RateLimits } from "./RateLimits.ts"
import type { Secrets } from "#services/secrets/Secrets.ts"

/**
 * Counts a try to sign in against the account that is named and the address that it comes from; answers how to give it
 * back once it succeeded. Names are counted as digests: what people type there may be a password.
 */
export const takeLoginTry = Effect.fnUntraced(function*(
  limits: RateLimits["Service"], secrets: Secrets["Service"], account: string
): Effect.fn.Return<Effect.Effect<void>, RateLimited> {
  const { address } = yield* CurrentOrigin
  const taken: ReadonlyArray<Limit> = [
    { key: `login/address/${address}`, ...rateLimits.loginPerAddress },
    { key: `login/account/${secrets.digest(account.trim().toLowerCase())}`, ...rateLimits.loginPerAccount }
  ]
  for (const limit of taken) yield* limits.take(limit)
  return Effect.forEach(taken, limits.giveBack, { discard: true })
})
