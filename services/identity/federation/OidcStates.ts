import { Context, type DateTime, type Effect } from "effect"

export interface OidcState {
  readonly id: string
  readonly providerId: string
  /** Ciphertext of nonce and code verifier. */
  readonly proof: string
  /** Digest of the value that the browser which began keeps in a cookie. */
  readonly browser: string
  readonly redirectPath: string
}

/** Sign-ins that went to a provider and may come back, once, within five minutes. */
export class OidcStates extends Context.Service<OidcStates, {
  readonly add: (state: OidcState, expiresAt: DateTime.Utc) => Effect.Effect<void>
  /** Takes it away; null when there is none or its time is over. */
  readonly take: (id: string, now: DateTime.Utc) => Effect.Effect<OidcState | null>
  /** Deletes what ended; answers how many. */
  readonly clear: (now: DateTime.Utc) => Effect.Effect<number>
}>()("stowage/services/identity/federation/OidcStates") {}
