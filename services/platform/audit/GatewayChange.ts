import type { Effect, Exit } from "effect"
import type { Caller } from "#domain/platform/access/Caller.ts"
import type { AuditEntity } from "#domain/platform/audit/AuditEntry.ts"
import type {
  Conflict,
  DomainError,
  StorageError,
  StorageTimeout,
  Unavailable
} from "#domain/platform/errors/Errors.ts"
import type { GatewayIntent } from "./GatewayIntent.ts"

export interface RequestedSteps<E1, E2> {
  readonly before: Effect.Effect<boolean, E1>
  readonly change: Effect.Effect<unknown, E2, GatewayIntent>
}

export interface StoredSteps<A, B, E1, E2> {
  /** Total time limit as a multiple of one call's timeout; default 3. */
  readonly calls?: number
  /** Call before `change`; rolled back when the gateway refuses `change`. */
  readonly first?: Effect.Effect<unknown, E1, GatewayIntent>
  readonly change: Effect.Effect<A, E1, GatewayIntent>
  readonly store: (made: A) => Effect.Effect<B, E2>
  readonly entity: (kept: B) => AuditEntity
  readonly remains: (error: DomainError) => Effect.Effect<void>
}

/** Another change of the same thing is open, or the gateway's queue is full. */
export type Refusal = Conflict | Unavailable

export interface RequestedChange<About, Where, E> {
  readonly where: Where
  readonly about: About
  readonly change: Effect.Effect<unknown, E, GatewayIntent>
}

export interface BatchOptions<E> {
  /** As `before` of `RequestedSteps`, of those positions, in order. */
  readonly before: (positions: ReadonlyArray<number>) => Effect.Effect<ReadonlyArray<Exit.Exit<boolean, E>>>
  /** Limits how many requests of the batch run at a time. */
  readonly paced: <A, E2, R>(request: Effect.Effect<A, E2, R>) => Effect.Effect<A, E2, R>
}

export interface GatewayChange<About, Where, Seen> {
  /**
   * As `makeIdempotent`, of many with their journal in few statements; exits are in order. Each has its own intent and
   * audit entry. What somebody else changes at the moment is made alone, after the others.
   */
  readonly makeManyIdempotent: <E1 extends DomainError, E2 extends DomainError>(
    caller: Caller,
    changes: ReadonlyArray<RequestedChange<About, Where, E2>>,
    options: BatchOptions<E1>
  ) => Effect.Effect<ReadonlyArray<Exit.Exit<Seen, E1 | E2 | Refusal | StorageError | StorageTimeout>>>
  readonly makeIdempotent: <E1 extends DomainError, E2 extends DomainError>(
    caller: Caller,
    where: Where,
    about: About,
    steps: RequestedSteps<E1, E2>
  ) => Effect.Effect<Seen, E1 | E2 | Refusal | StorageError | StorageTimeout>
  readonly makeAndStore: <A, B, E1 extends DomainError, E2 extends DomainError>(
    caller: Caller,
    where: Where,
    about: About,
    steps: StoredSteps<A, B, E1, E2>
  ) => Effect.Effect<B, E1 | E2 | Refusal | StorageTimeout>
}
