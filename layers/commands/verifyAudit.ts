import { Console, Effect, Option, Stdio, Terminal } from "effect"
import { Command, Flag } from "effect/cli"
import type { ScannedFile } from "#domain/platform/audit/AuditArchive.ts"
import type { ChainEnd } from "#domain/platform/audit/AuditChain.ts"
import { Audited } from "#services/platform/audit/Audited.ts"
import { byOperator } from "#services/platform/audit/auditBy.ts"
import { AuditFileChecks } from "#services/platform/audit/AuditFileChecks.ts"
import { AuditVerification, type ChainReport } from "#services/platform/audit/AuditVerification.ts"
import * as Migrations from "#layers/postgres/Migrations.ts"
import { CommandFailed } from "./CommandFailed.ts"
import { typedPath } from "./invokedFolder.ts"
import { OperatorLayer } from "./operatorLayer.ts"
import {
  chainFaultText,
  archivedLinkText,
  missingFiles,
  chainSummary,
  UNSIGNED_END_TEXT,
  unsignedArchives
} from "./verifyAuditText.ts"

const endOf = (text: string) => {
  const [, seq, hash] = /^(\d{1,15}):([0-9a-f]{64})$/.exec(text.trim()) ?? []
  return seq === undefined || hash === undefined
    ? Effect.fail(
        new CommandFailed({
          message: "--known: expected what this command printed as the end of the chain, NUMBER:HASH"
        })
      )
    : Effect.succeed<ChainEnd>({ seq: Number(seq), hash })
}

const makeProgress = Effect.gen(function* () {
  const { display } = yield* Terminal.Terminal
  if (!(yield* (yield* Stdio.Stdio).stdoutIsTerminal)) return { onProgress: () => Effect.void, end: Effect.void }
  return {
    onProgress: (links: number) => Effect.orDie(display(`\r\x1b[2K${links} links read`)),
    end: Effect.orDie(display("\r\x1b[2K"))
  }
})

const filesOf = Effect.fnUntraced(function* (
  names: ReadonlyArray<string>,
  { archives }: ChainReport,
  known: ChainEnd | null
) {
  if (names.length === 0) return []
  const { fault, files } = yield* (yield* AuditFileChecks).check(
    yield* Effect.forEach(names, typedPath),
    archives,
    known
  )
  if (fault !== null)
    return yield* new CommandFailed({
      message: [fault.file, fault.line === null ? null : `line ${fault.line}`, fault.text]
        .filter((part) => part !== null)
        .join(": ")
    })
  return files
})

const accept = Effect.fnUntraced(function* (report: ChainReport, files: ReadonlyArray<ScannedFile>) {
  const missing = report.unsigned.filter(({ file_sha256 }) => !files.some(({ sha256 }) => sha256 === file_sha256))
  if (missing.length > 0) return yield* new CommandFailed({ message: missingFiles(missing) })
  const { end, unsigned: signed } = report
  const done = yield* (yield* AuditVerification).accept(report).pipe(
    (yield* Audited).rows(
      "audit_log.accept",
      (accepted) => (accepted ? { type: "audit_log", id: null, label: null } : null),
      {
        by: byOperator("admin"),
        message: "The end of the audit trail was signed by an operator",
        metadata: {
          seq: end.seq,
          hash: end.hash,
          ...(signed.length === 0 ? {} : { archives: signed.map(({ last_seq }) => last_seq) })
        }
      }
    )
  )
  if (!done) return yield* new CommandFailed({ message: "the chain has grown meanwhile: run this again" })
  yield* Console.log(
    `Its end ${signed.length === 0 ? "is" : "and its archives are"} signed with the first key of JWT_KEYS`
  )
})

export const verifyAudit = Command.make(
  "verify-audit",
  {
    known: Flag.String("known").pipe(
      Flag.optional,
      Flag.withDescription("An end of the chain that was noted down before, NUMBER:HASH")
    ),
    archive: Flag.String("archive").pipe(
      Flag.atLeast(0),
      Flag.withDescription("A file of archive-audit, to be read again too; once for each")
    ),
    accept: Flag.Boolean("accept").pipe(
      Flag.withDefault(false),
      Flag.withDescription("Sign the end of a chain that fits together, after a key has left JWT_KEYS")
    )
  },
  Effect.fn(function* ({ accept: accepts, archive, known }) {
    yield* Migrations.requireUsableSchema()
    const from = Option.isNone(known) ? null : yield* endOf(known.value)
    const { end, onProgress } = yield* makeProgress
    const report = yield* Effect.ensuring(
      Effect.flatMap(AuditVerification, ({ verify }) => verify(from, onProgress)),
      end
    )
    if (report.fault !== null) return yield* new CommandFailed({ message: chainFaultText(report.fault, report) })
    const files = yield* filesOf(archive, report, from)
    const { knownIn } = report
    if (knownIn !== null && !files.some(({ first_seq }) => first_seq === knownIn.first_seq))
      return yield* new CommandFailed({ message: archivedLinkText(knownIn) })
    const isSigned = report.signed && report.unsigned.length === 0
    if (!isSigned && !accepts) {
      return yield* new CommandFailed({
        message: [
          ...(report.signed ? [] : [UNSIGNED_END_TEXT]),
          ...(report.unsigned.length === 0 ? [] : [unsignedArchives(report.unsigned)])
        ].join("\n")
      })
    }
    yield* Console.log(chainSummary(report, files))
    if (!isSigned) yield* accept(report, files)
  }, Effect.provide(OperatorLayer))
).pipe(
  Command.withDescription(
    "Read the hash chain of the audit trail again, and name the first entry that was edited, deleted, inserted or moved"
  )
)
