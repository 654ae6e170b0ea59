import type { Effect, Option, Schema } from "effect"
import type { AuditEntity, AuditEntry } from "#domain/platform/audit/AuditEntry.ts"
import type { ChangeOutcome } from "#domain/platform/audit/GatewayChange.ts"
import type { GatewayFailure, NotFound } from "#domain/platform/errors/Errors.ts"
import type { GatewayIntent } from "./GatewayIntent.ts"

export interface Recovered<Seen> {
  readonly isApplied: boolean
  readonly observed: Seen
  /** Our own rows that follow from it, e.g. the snapshot's; written with the outcome. */
  readonly rows: Effect.Effect<void>
}

/** `About` is stored, so that another process can recover the outcome. */
export interface GatewayChangeKind<About, Where, Seen> {
  readonly action: string
  readonly scope: AuditEntry["scope"] | ((about: About) => AuditEntry["scope"])
  readonly about: Schema.ConstraintCodec<About, unknown>
  readonly gateway: (about: About) => string
  /** Changes of the same thing exclude each other, e.g. `endpoint:3/bucket:photos`. */
  readonly thing: (about: About) => string
  readonly entity: (about: About) => AuditEntity
  readonly messages: (about: About) => Readonly<Record<ChangeOutcome, string>>
  readonly metadata: (about: About) => AuditEntry["metadata"]
  /** `NotFound`: the gateway will never be reached again, so the outcome stays unknown. */
  readonly reach: (about: About) => Effect.Effect<Where, NotFound | GatewayFailure>
  /** Idempotent. Reads the state, rolls back or completes several calls. `live`: directly after the change. */
  readonly recover: (
    where: Where,
    about: About,
    live: boolean
  ) => Effect.Effect<Recovered<Seen>, GatewayFailure, GatewayIntent>
  /** As `recover` directly after the changes, of many, in order; none: it could not be read. */
  readonly recoverMany?: (
    changes: ReadonlyArray<{ readonly where: Where; readonly about: About }>
  ) => Effect.Effect<ReadonlyArray<Option.Option<Recovered<Seen>>>>
  /** Our own rows of many changes that took effect, in fewer statements than their `rows`. */
  readonly storeMany?: (
    changes: ReadonlyArray<{ readonly where: Where; readonly about: About; readonly observed: Seen }>
  ) => Effect.Effect<void>
  /** State after a reported success that cannot be read; null when the kind never uses `makeIdempotent`. */
  readonly assumeApplied: ((where: Where, about: About) => Recovered<Seen>) | null
}
