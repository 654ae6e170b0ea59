import type { SignedArchive } from "#domain/platform/audit/AuditArchive.ts"
import type { Conflict } from "#domain/platform/errors/Errors.ts"
import { Context, type Effect } from "effect"

export class AuditArchives extends Context.Service<
  AuditArchives,
  {
    readonly all: Effect.Effect<ReadonlyArray<SignedArchive>>
    /** Joins the caller's transaction. The database rejects overlapping archives. */
    readonly record: (archive: SignedArchive) => Effect.Effect<void>
    readonly sign: (archive: SignedArchive, signature: string) => Effect.Effect<void>
    readonly firstLink: Effect.Effect<number | null>
    readonly forget: (after: number, until: number) => Effect.Effect<number>
    readonly alone: <A, E, R>(work: Effect.Effect<A, E, R>) => Effect.Effect<A, E | Conflict, R>
  }
>()("stowage/services/platform/audit/AuditArchives") {}
