import type { Standing } from "#domain/identity/sessions/Standing.ts"
import type { Limit } from "#services/platform/limits/RateLimits.ts"
import { Context, type DateTime, type Effect, type Option } from "effect"
import type { SessionRecord } from "./SessionRecords.ts"

export interface Rotation {
  readonly digest: string
  /** Digest of the value that takes its place. */
  readonly next: string
  readonly now: DateTime.Utc
  /** Idle end of the renewed session; the absolute end cuts it. */
  readonly idleExpiresAt: DateTime.Utc
  /** Counts tries of a family; the key is completed with the session's id. */
  readonly limit: Limit
}

/** What came of presenting a refresh value. `replayed`: it was used before, or somebody is using it this moment. */
export type RotationOutcome =
  | { readonly _tag: "Unknown" }
  | { readonly _tag: "Limited"; readonly retryAfterSeconds: number }
  | { readonly _tag: "Over"; readonly standing: Exclude<Standing, "stands"> }
  | { readonly _tag: "Replayed"; readonly session: SessionRecord }
  | { readonly _tag: "Rotated"; readonly sessionId: string; readonly endsAt: DateTime.Utc }

/** Refresh values as rows; one is known by its digest alone. */
export class RefreshRecords extends Context.Service<RefreshRecords, {
  readonly add: (sessionId: string, digest: string, now: DateTime.Utc) => Effect.Effect<void>
  /** Which session a refresh value belongs to and whether it was used. */
  readonly find: (digest: string) => Effect.Effect<Option.Option<{ readonly session: SessionRecord; readonly used: boolean }>>
  /** Uses a refresh value, extends its session and stores the next value, or none of the three: one statement. */
  readonly rotate: (rotation: Rotation) => Effect.Effect<RotationOutcome>
}>()("stowage/services/identity/sessions/RefreshRecords") {}
