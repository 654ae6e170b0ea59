import type { SessionValidity } from "#domain/identity/sessions/SessionValidity.ts"
import type { Limit } from "#services/platform/limits/RateLimits.ts"
import { Context, type DateTime, type Effect, type Option } from "effect"
import type { SessionRecord } from "./SessionRecords.ts"

export interface Rotation {
  readonly digest: string
  readonly next: string
  readonly now: DateTime.Utc
  readonly idleExpiresAt: DateTime.Utc
  readonly limit: Limit
}

/** Result of a rotation. `replayed`: the value was used before or concurrently. */
export type RotationOutcome =
  | { readonly _tag: "Unknown" }
  | { readonly _tag: "Limited"; readonly retryAfterSeconds: number }
  | { readonly _tag: "Over"; readonly validity: Exclude<SessionValidity, "stands"> }
  | { readonly _tag: "Replayed"; readonly session: SessionRecord }
  | { readonly _tag: "Rotated"; readonly sessionId: string; readonly endsAt: DateTime.Utc }

export class RefreshRecords extends Context.Service<
  RefreshRecords,
  {
    readonly add: (sessionId: string, digest: string, now: DateTime.Utc) => Effect.Effect<void>
    readonly find: (
      digest: string
    ) => Effect.Effect<Option.Option<{ readonly session: SessionRecord; readonly used: boolean }>>
    /** One atomic statement. */
    readonly rotate: (rotation: Rotation) => Effect.Effect<RotationOutcome>
  }
>()("stowage/services/identity/sessions/RefreshRecords") {}
