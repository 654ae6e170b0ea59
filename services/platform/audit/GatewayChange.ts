import type { Effect } from "effect"
import type { Caller } from "#domain/platform/access/Caller.ts"
import type { AuditEntity } from "#domain/platform/audit/AuditEntry.ts"
import type { Conflict, DomainError, StorageError, StorageTimeout, Unavailable } from "#domain/platform/errors/Errors.ts"
import type { GatewayIntent } from "./GatewayIntent.ts"

/** A change of one call, and then a look at what it is about. */
export interface AskedSteps<E1, E2> {
  /** Refuses what must not be asked; answers whether it is as wanted already. */
  readonly before: Effect.Effect<boolean, E1>
  readonly change: Effect.Effect<unknown, E2, GatewayIntent>
}

/** A change of several calls, and then rows of ours: all of it, or it is taken back. */
export interface KeptSteps<A, B, E1, E2> {
  /** How many calls' time it may take in all; left out: three. Each call has its own limit besides. */
  readonly calls?: number
  /** What comes before `change`, and has to be taken back when that is refused. */
  readonly first?: Effect.Effect<unknown, E1, GatewayIntent>
  readonly change: Effect.Effect<A, E1, GatewayIntent>
  /** In one transaction with outcome and audit row. */
  readonly keep: (made: A) => Effect.Effect<B, E2>
  readonly entity: (kept: B) => AuditEntity
  /** What was done could not be taken back at once: that is tried again later. */
  readonly remains: (error: DomainError) => Effect.Effect<void>
}

/** Another change of the same thing has no outcome yet, or the gateway takes no more changes now. */
export type Refusal = Conflict | Unavailable

/** A kind of change, ready to be made by somebody. */
export interface GatewayChange<About, Where, Seen> {
  /** Answers what the gateway shows afterwards. */
  readonly asked: <E1 extends DomainError, E2 extends DomainError>(
    caller: Caller, where: Where, about: About, steps: AskedSteps<E1, E2>
  ) => Effect.Effect<Seen, E1 | E2 | Refusal | StorageError | StorageTimeout>
  readonly kept: <A, B, E1 extends DomainError, E2 extends DomainError>(
    caller: Caller, where: Where, about: About, steps: KeptSteps<A, B, E1, E2>
  ) => Effect.Effect<B, E1 | E2 | Refusal | StorageTimeout>
}
