import type { ProviderUnavailable } from "#services/identity/federation/providerFailures.ts"
import { Clock, Effect } from "effect"
import { unavailable } from "./ldapFaults.ts"

export type WithDeadline = (
  what: string
) => <A, E, R>(effect: Effect.Effect<A, E, R>) => Effect.Effect<A, E | ProviderUnavailable, R>

export const deadlineIn = (seconds: number): Effect.Effect<WithDeadline> =>
  Effect.map(
    Clock.currentTimeMillis,
    (start): WithDeadline =>
      (what) =>
      (effect) =>
        Effect.flatMap(Clock.currentTimeMillis, (now) =>
          Effect.timeoutOrElse(effect, {
            duration: Math.max(0, start + seconds * 1000 - now),
            orElse: () => Effect.fail(unavailable(`No answer within ${seconds} s while ${what}`))
          })
        )
  )
