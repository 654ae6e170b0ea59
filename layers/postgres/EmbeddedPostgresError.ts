import { Schema } from "effect"

export class EmbeddedPostgresError extends Schema.TaggedError<EmbeddedPostgresError>()("EmbeddedPostgresError", {
  message: Schema.String
}) {}

const explanations: ReadonlyArray<readonly [pattern: RegExp, say: (directory: string) => string]> = [
  [
    /No space left on device|ENOSPC|Disk quota exceeded/i,
    (directory) =>
      `the disk that holds ${directory} is full: free some space and start again; no committed data is lost`
  ],
  [
    /Read-only file system|EROFS/i,
    (directory) => `${directory} is on a read-only file system: set DATA_DIR to a place that can be written`
  ],
  [
    /database files are incompatible with server/i,
    (directory) =>
      `${directory} was written by another major version of PostgreSQL: start the ` +
      "release that wrote it, or set DATA_DIR"
  ],
  [
    /could not look up effective user ID/i,
    () =>
      "PostgreSQL runs only as a user with a name, and this user id has none: name it " +
      "in /etc/passwd or set DATABASE_URL"
  ],
  [
    /could not create shared memory segment|could not map anonymous shared memory|Cannot allocate memory/i,
    () => `the embedded PostgreSQL got no memory from this machine`
  ]
]

export const explain = (causeText: string, directory: string): EmbeddedPostgresError => {
  const match = explanations.find(([pattern]) => pattern.test(causeText))
  if (match !== undefined) return new EmbeddedPostgresError({ message: match[1](directory) })
  const lines = causeText
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "")
  const telling = lines.findLast((line) => /FATAL|PANIC|error/i.test(line)) ?? lines.at(-1) ?? "it ended without a word"
  return new EmbeddedPostgresError({ message: `the embedded PostgreSQL in ${directory} does not run: ${telling}` })
}

/** A failed copy names a full disk only in its code. */
export const causeText = (cause: unknown): string => {
  if (!(cause instanceof Error)) return String(cause)
  const { code } = cause as NodeJS.ErrnoException
  return code === undefined || cause.message.includes(code) ? cause.message : `${code}: ${cause.message}`
}
