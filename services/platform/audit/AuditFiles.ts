import type { Conflict } from "#domain/platform/errors/Errors.ts"
import { Context, type Effect, type Stream } from "effect"

/** File system errors become conflicts with a description. */
export class AuditFiles extends Context.Service<
  AuditFiles,
  {
    readonly exists: (file: string) => Effect.Effect<boolean, Conflict>
    /** Readable by its owner only and flushed to disk. Fails if it exists; removes it on failure. */
    readonly write: <E, R>(
      file: string,
      lines: Stream.Stream<ReadonlyArray<string>, E, R>
    ) => Effect.Effect<void, E | Conflict, R>
    /** Reads until `line` returns false. Returns the file's SHA-256 in hex and whether it ends with a newline. */
    readonly read: (
      file: string,
      line: (text: string) => boolean
    ) => Effect.Effect<{ readonly sha256: string; readonly ended: boolean }, Conflict>
    readonly remove: (file: string) => Effect.Effect<void, Conflict>
  }
>()("stowage/services/platform/audit/AuditFiles") {}
