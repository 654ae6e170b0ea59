import type { Conflict } from "#domain/platform/errors/Errors.ts"
import { Context, type Effect, type Stream } from "effect"

/** Files of archives, on the machine where an operator runs the program. Whatever the file system refuses is a conflict that says so. */
export class AuditFiles extends Context.Service<AuditFiles, {
  readonly exists: (file: string) => Effect.Effect<boolean, Conflict>
  /** Writes lines into a file that was not there before, for its owner alone, and has it on the disk when it answers. What fails leaves no file. */
  readonly write: <E, R>(file: string, lines: Stream.Stream<ReadonlyArray<string>, E, R>) => Effect.Effect<void, E | Conflict, R>
  /** Reads the lines of a file one after the other, as often as `line` answers true. Answers the SHA-256 of the whole file, in hex, and whether its last line has an end. */
  readonly read: (file: string, line: (text: string) => boolean) => Effect.Effect<{ readonly sha256: string; readonly ended: boolean }, Conflict>
  readonly remove: (file: string) => Effect.Effect<void, Conflict>
}>()("stowage/services/platform/audit/AuditFiles") {}
