import { Console, DateTime, Duration, Effect, Stdio, Terminal } from "effect"
import { Command, Flag } from "effect/cli"
import { hostname, userInfo } from "node:os"
import { type ArchiveProgress, type ArchiveReport, AuditArchiving } from "#services/platform/audit/AuditArchiving.ts"
import * as Migrations from "#layers/postgres/Migrations.ts"
import { CommandFailed } from "./CommandFailed.ts"
import { typedPath } from "./invokedFolder.ts"
import { OperatorLayer } from "./operatorLayer.ts"

const RETENTION_DAYS = { least: 1, most: 36_500 }

const makeProgress = Effect.gen(function* () {
  const { display } = yield* Terminal.Terminal
  if (!(yield* (yield* Stdio.Stdio).stdoutIsTerminal)) return { onProgress: () => Effect.void, end: Effect.void }
  return {
    onProgress: ({ links, what }: ArchiveProgress) => Effect.orDie(display(`\r\x1b[2K${links} links ${what}`)),
    end: Effect.orDie(display("\r\x1b[2K"))
  }
})

const whoever = Effect.sync(() => {
  try {
    return `${userInfo().username}@${hostname()}`
  } catch {
    return `uid ${process.getuid?.() ?? "unknown"}@${hostname()}`
  }
})

const summary = ({ archive, deleted_count, finished }: ArchiveReport, older: number): ReadonlyArray<string> => [
  ...(finished === null
    ? []
    : [`The archive of the links ${finished.first_seq} to ${finished.last_seq}, which was begun before, is finished.`]),
  ...(archive !== null
    ? [
        `${archive.entry_count} ${archive.entry_count === 1 ? "entry" : "entries"}, links ${archive.first_seq} ` +
          `to ${archive.last_seq}, sealed ${archive.first_at} to ${archive.last_at}, are in ${archive.file_name}.`,
        `SHA-256 ${archive.file_sha256}`,
        `${deleted_count} deleted here. Keep the file: verify-audit --archive reads it again.`
      ]
    : finished !== null
      ? [`${deleted_count} deleted here.`]
      : [`Nothing to do: no entry of the audit trail is older than ${older} days that is not archived.`])
]

export const archiveAudit = Command.make(
  "archive-audit",
  {
    to: Flag.String("to").pipe(Flag.withDescription("The file to write; one that is there is never overwritten")),
    olderThan: Flag.Int("older-than").pipe(
      Flag.withDescription("Days: entries that were sealed before so many are archived")
    )
  },
  Effect.fn(function* ({ olderThan, to }) {
    if (olderThan < RETENTION_DAYS.least || olderThan > RETENTION_DAYS.most)
      return yield* new CommandFailed({
        message: `--older-than: expected ${RETENTION_DAYS.least} to ${RETENTION_DAYS.most} days`
      })
    yield* Migrations.requireUsableSchema()
    const { end, onProgress } = yield* makeProgress
    const before = DateTime.subtractDuration(yield* DateTime.now, Duration.days(olderThan))
    const request = { before, file: yield* typedPath(to), by: yield* whoever }
    const report = yield* Effect.ensuring((yield* AuditArchiving).archive(request, onProgress), end)
    yield* Console.log(summary(report, olderThan).join("\n"))
  }, Effect.provide(OperatorLayer))
).pipe(
  Command.withDescription(
    "Write the oldest entries of the audit trail into a file, verify it, and only then delete them here; the " +
      "service may run meanwhile"
  )
)
