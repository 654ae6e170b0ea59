import { Unauthenticated, Unavailable } from "#domain/platform/errors/Errors.ts"
import { Effect } from "effect"
import { signInFailed } from "#services/platform/limits/signInFailed.ts"
import type { FederatedSignIn, IdentitySource } from "./FederatedSignIn.ts"
import type { IdentityRefused, ProviderUnavailable } from "./providerFailures.ts"

/** Users see one sentence about provider failures; the reason is logged. */
export const providerOutcome =
  (federated: FederatedSignIn["Service"], source: Pick<IdentitySource, "type" | "id">, refusal: string) =>
  <A, R>(
    work: Effect.Effect<A, IdentityRefused | ProviderUnavailable, R>
  ): Effect.Effect<A, Unauthenticated | Unavailable, R> =>
    Effect.catch(
      work,
      Effect.fnUntraced(function* (failure) {
        const { reason } = failure
        if (failure._tag === "IdentityRefused") {
          yield* Effect.logInfo("An identity was refused").pipe(Effect.annotateLogs({ ...source, reason }))
          yield* federated.refused(source)
          return yield* new Unauthenticated({ code: "invalid_credentials", detail: refusal })
        }
        yield* signInFailed(source.type, "provider_unavailable")
        yield* Effect.logWarning("An identity provider could not be used").pipe(
          Effect.annotateLogs({ ...source, reason })
        )
        return yield* new Unavailable({
          detail: "The identity provider cannot be used right now: try again later, or sign in another way"
        })
      })
    )
