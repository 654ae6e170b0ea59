import { Context, type DateTime, type Effect } from "effect"

export interface OidcState {
  readonly id: string
  readonly providerId: string
  readonly proof: string
  readonly browser: string
  readonly redirectPath: string
}

export class OidcStates extends Context.Service<
  OidcStates,
  {
    readonly add: (state: OidcState, expiresAt: DateTime.Utc) => Effect.Effect<void>
    readonly take: (id: string, now: DateTime.Utc) => Effect.Effect<OidcState | null>
    readonly clear: (now: DateTime.Utc) => Effect.Effect<number>
  }
>()("stowage/services/identity/federation/OidcStates") {}
