import type { SignedArchive } from "#domain/platform/audit/AuditArchive.ts"
import type { Conflict } from "#domain/platform/errors/Errors.ts"
import { Context, type Effect } from "effect"

/** Rows of audit archives, and the deletion of archived entries. */
export class AuditArchives extends Context.Service<
  AuditArchives,
  {
    readonly all: Effect.Effect<ReadonlyArray<SignedArchive>>
    /** Stores an archive in the caller's transaction. The database rejects overlapping archives. */
    readonly record: (archive: SignedArchive) => Effect.Effect<void>
    readonly sign: (archive: SignedArchive, signature: string) => Effect.Effect<void>
    readonly firstLink: Effect.Effect<number | null>
    /** Deletes links after `after` up to `until` with their entries in one transaction; returns the number deleted. */
    readonly forget: (after: number, until: number) => Effect.Effect<number>
    readonly alone: <A, E, R>(work: Effect.Effect<A, E, R>) => Effect.Effect<A, E | Conflict, R>
  }
>()("stowage/services/platform/audit/AuditArchives") {}
