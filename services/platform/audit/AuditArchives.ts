import type { SignedArchive } from "#domain/platform/audit/AuditArchive.ts"
import type { Conflict } from "#domain/platform/errors/Errors.ts"
import { Context, type Effect } from "effect"

/** Rows of audit archives, and the deletion of archived entries. */
export class AuditArchives extends Context.Service<AuditArchives, {
  readonly all: Effect.Effect<ReadonlyArray<SignedArchive>>
  /** Stores an archive in the caller's transaction. The database rejects overlapping archives. */
  readonly record: (archive: SignedArchive) => Effect.Effect<void>
  /** Replaces the signature of an archive. */
  readonly sign: (archive: SignedArchive, signature: string) => Effect.Effect<void>
  /** First remaining link of the chain; null for none. */
  readonly firstLink: Effect.Effect<number | null>
  /** Deletes links after `after` up to `until` with their entries in one transaction; returns the number deleted. */
  readonly forget: (after: number, until: number) => Effect.Effect<number>
  /** Runs `work` exclusively in the installation; conflict while another process archives. */
  readonly alone: <A, E, R>(work: Effect.Effect<A, E, R>) => Effect.Effect<A, E | Conflict, R>
}>()("stowage/services/platform/audit/AuditArchives") {}
