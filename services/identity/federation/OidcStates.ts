import { Context, type DateTime, type Effect } from "effect"

export interface OidcState {
  readonly id: string
  readonly providerId: string
  /** Ciphertext of nonce and code verifier. */
  readonly proof: string
  /** Digest of the browser's cookie value. */
  readonly browser: string
  readonly redirectPath: string
}

/** Started sign-ins, each valid once within five minutes. */
export class OidcStates extends Context.Service<OidcStates, {
  readonly add: (state: OidcState, expiresAt: DateTime.Utc) => Effect.Effect<void>
  /** Deletes and returns it; null when missing or expired. */
  readonly take: (id: string, now: DateTime.Utc) => Effect.Effect<OidcState | null>
  readonly clear: (now: DateTime.Utc) => Effect.Effect<number>
}>()("stowage/services/identity/federation/OidcStates") {}
