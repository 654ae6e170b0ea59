import type { SignedArchive } from "#domain/platform/audit/AuditArchive.ts"
import type { Conflict } from "#domain/platform/errors/Errors.ts"
import { Context, type Effect } from "effect"

/** What was taken out of the trail, as rows beside it, and the taking out. */
export class AuditArchives extends Context.Service<AuditArchives, {
  /** Oldest first. */
  readonly all: Effect.Effect<ReadonlyArray<SignedArchive>>
  /** Writes down an archive, in the caller's transaction. One that begins or ends where another does is refused by the database. */
  readonly record: (archive: SignedArchive) => Effect.Effect<void>
  /** Another signature in the place of this one. */
  readonly sign: (archive: SignedArchive, signature: string) => Effect.Effect<void>
  /** The first link that is there still; null: none. */
  readonly firstLink: Effect.Effect<number | null>
  /** Deletes the links behind a place up to another, with their entries, in one transaction. Answers how many. */
  readonly forget: (after: number, until: number) => Effect.Effect<number>
  /** Alone in the whole installation; refused while another process is at it. */
  readonly alone: <A, E, R>(work: Effect.Effect<A, E, R>) => Effect.Effect<A, E | Conflict, R>
}>()("stowage/services/platform/audit/AuditArchives") {}
