import {
  type AuditArchive,
  archivedEnd,
  archiveLine,
  type ScannedFile,
  type SignedArchive
} from "#domain/platform/audit/AuditArchive.ts"
import { type ChainEnd, checkLink, isFault } from "#domain/platform/audit/AuditChain.ts"
import { Conflict } from "#domain/platform/errors/Errors.ts"
import { Secrets } from "#services/platform/Secrets.ts"
import { Context, DateTime, Effect, Layer, Option, Stream } from "effect"
import { AuditArchives } from "./AuditArchives.ts"
import { AuditArchiveSigning } from "./AuditArchiveSigning.ts"
import { AuditChain } from "./AuditChain.ts"
import { Audited } from "./Audited.ts"
import { byOperator } from "./auditBy.ts"
import { AuditFileChecks } from "./AuditFileChecks.ts"
import { AuditFiles } from "./AuditFiles.ts"
import { AuditVerification } from "./AuditVerification.ts"

const LINKS_PER_READ = 1_000
/** Their search index dominates the cost. */
const ENTRIES_PER_DELETE = 500

export interface Archiving {
  readonly before: DateTime.Utc
  readonly file: string
  readonly by: string
}

export interface ArchiveReport {
  readonly archive: AuditArchive | null
  readonly finished: AuditArchive | null
  readonly deleted_count: number
}

export type ArchiveProgress = { readonly what: "verified" | "written" | "deleted"; readonly links: number }

const refuse = (detail: string) => new Conflict({ code: "state_conflict", detail })

/** Deletes an entry only after its file was read back and its signed row exists: docs/decisions/audit.md. */
export class AuditArchiving extends Context.Service<
  AuditArchiving,
  {
    readonly archive: (
      request: Archiving,
      onProgress: (progress: ArchiveProgress) => Effect.Effect<void>
    ) => Effect.Effect<ArchiveReport, Conflict>
  }
>()("stowage/services/platform/audit/AuditArchiving") {
  static readonly layer = Layer.effect(
    AuditArchiving,
    Effect.gen(function* () {
      const archives = yield* AuditArchives
      const signing = yield* AuditArchiveSigning
      const chain = yield* AuditChain
      const files = yield* AuditFiles
      const checks = yield* AuditFileChecks
      const verification = yield* AuditVerification
      const audited = yield* Audited
      const { digest } = yield* Secrets

      type ReportProgress = (progress: ArchiveProgress) => Effect.Effect<void>

      const requireWhole = Effect.fnUntraced(function* (onProgress: ReportProgress) {
        const {
          archives: storedArchives,
          fault,
          signed,
          unsigned
        } = yield* verification.verify(null, (links) => onProgress({ what: "verified", links }))
        if (fault !== null)
          return yield* refuse(`nothing is archived of a trail that was changed (${fault.kind}): ${fault.text}`)
        if (!signed || unsigned.length > 0)
          return yield* refuse(
            "nothing is archived of a trail that is not signed with a key of JWT_KEYS: verify-audit says more"
          )
        return storedArchives
      })

      const linesOf = (from: ChainEnd, before: string, onProgress: ReportProgress) =>
        Stream.paginate(
          from,
          Effect.fnUntraced(function* (start: ChainEnd) {
            const links = yield* chain.read(start.seq, LINKS_PER_READ)
            const dueLinks = links.filter(({ sealedAt }) => sealedAt < before)
            let end = start
            for (const link of dueLinks) {
              const next = checkLink(end, link, digest)
              if (isFault(next)) return yield* refuse(`the trail was changed meanwhile (${next.kind}): ${next.text}`)
              end = next
            }
            yield* onProgress({ what: "written", links: end.seq - from.seq })
            return [
              [dueLinks.map(archiveLine)],
              dueLinks.length < LINKS_PER_READ ? Option.none<ChainEnd>() : Option.some(end)
            ] as const
          })
        )

      const readBack = Effect.fnUntraced(function* (file: string, from: ChainEnd, before: string) {
        const { cut, fault, found } = yield* checks.scan(file, null)
        const scannedFile = found ?? null
        if (
          scannedFile !== null &&
          (scannedFile.first_seq !== from.seq + 1 || scannedFile.previous_hash !== from.hash)
        ) {
          return {
            held: null,
            cut: false,
            says: `it has the links ${scannedFile.first_seq} to ${scannedFile.last_seq}, and next is ${from.seq + 1}`
          }
        }
        if (scannedFile === null || fault !== null) {
          const line = fault === null || fault.line === null ? "" : `line ${fault.line}: `
          return { held: null, cut, says: `${line}${fault?.text ?? "nothing is in it"}` }
        }
        const [link] = yield* chain.read(scannedFile.last_seq - 1, 1)
        if (link?.seq !== scannedFile.last_seq || link.hash !== scannedFile.last_hash)
          return { held: null, cut: false, says: `link ${scannedFile.last_seq} is another one in the database` }
        return scannedFile.last_at < before
          ? { held: scannedFile, cut: false, says: "" }
          : {
              held: null,
              cut: false,
              says: `it has entries up to ${scannedFile.last_at}, which are younger than was asked for`
            }
      })

      /** Reuses a complete file of a killed run, and writes a truncated one again. */
      const fileOf = Effect.fnUntraced(function* (
        file: string,
        from: ChainEnd,
        before: string,
        onProgress: ReportProgress
      ) {
        if (yield* files.exists(file)) {
          const { cut, held: archivedRange, says: problem } = yield* readBack(file, from, before)
          if (archivedRange !== null) return archivedRange
          if (!cut) return yield* refuse(`${file} is there already and is never overwritten: ${problem}`)
          yield* files.remove(file)
        }
        yield* files.write(file, linesOf(from, before, onProgress))
        const { held: archivedRange, says: problem } = yield* readBack(file, from, before)
        return archivedRange ?? (yield* refuse(`${file} is not what was written: ${problem}. Nothing was deleted`))
      })

      const rowOf = Effect.fnUntraced(function* ({ file, sha256, ...archivedRange }: ScannedFile, by: string) {
        const archive = signing.signed({
          ...archivedRange,
          entry_count: archivedRange.last_seq - archivedRange.first_seq + 1,
          file_name: file,
          file_sha256: sha256,
          archived_at: DateTime.formatIso(yield* DateTime.now),
          archived_by: by
        })
        const { signature: _, ...metadata } = archive
        yield* archives.record(archive).pipe(
          audited.rows(
            "audit_log.archive",
            { type: "audit_log", id: null, label: null },
            {
              by: byOperator("admin"),
              message:
                `Entries of the audit trail were archived: links ${archivedRange.first_seq} to ` +
                `${archivedRange.last_seq}`,
              metadata: { ...metadata }
            }
          )
        )
        return archive
      })

      const forgetUntil = Effect.fnUntraced(function* (until: number, onProgress: ReportProgress) {
        let deleted = 0
        const first = yield* archives.firstLink
        for (let at = (first ?? until + 1) - 1; at < until; at += ENTRIES_PER_DELETE) {
          deleted += yield* archives.forget(at, Math.min(until, at + ENTRIES_PER_DELETE))
          yield* onProgress({ what: "deleted", links: deleted })
        }
        return deleted
      })

      const finish = Effect.fnUntraced(function* (archive: SignedArchive, file: string, onProgress: ReportProgress) {
        const candidatePaths = [...((yield* files.exists(file)) ? [file] : []), archive.file_name]
        for (const path of candidatePaths) {
          if (!(yield* files.exists(path))) continue
          const { fault, found } = yield* checks.scan(path, null)
          if (fault === null && found?.sha256 === archive.file_sha256 && found.last_hash === archive.last_hash)
            return { place: path, deleted: yield* forgetUntil(archive.last_seq, onProgress) }
        }
        return yield* refuse(
          `the links ${archive.first_seq} to ${archive.last_seq} are archived and not all deleted: their file ` +
            `is needed, with the SHA-256 ${archive.file_sha256}. ` +
            `It is not at ${archive.file_name}: say with --to where it is`
        )
      })

      const archive = Effect.fn("AuditArchiving.archive")((request: Archiving, onProgress: ReportProgress) =>
        archives.alone(
          Effect.gen(function* () {
            const storedArchives = yield* requireWhole(onProgress)
            const last = storedArchives.at(-1)
            const first = yield* archives.firstLink
            const pendingArchive = last !== undefined && first !== null && first <= last.last_seq ? last : null
            const finishedArchive =
              pendingArchive === null ? null : yield* finish(pendingArchive, request.file, onProgress)
            const unchangedReport: ArchiveReport = {
              archive: null,
              finished: pendingArchive,
              deleted_count: finishedArchive?.deleted ?? 0
            }
            if (finishedArchive?.place === request.file) return unchangedReport

            const from = archivedEnd(storedArchives)
            const before = DateTime.formatIso(request.before)
            const [next] = yield* chain.read(from.seq, 1)
            if (next === undefined || next.sealedAt >= before) return unchangedReport
            const row = yield* rowOf(yield* fileOf(request.file, from, before, onProgress), request.by)
            const { signature: _, ...archive } = row
            const report: ArchiveReport = {
              ...unchangedReport,
              archive,
              deleted_count: unchangedReport.deleted_count + (yield* forgetUntil(row.last_seq, onProgress))
            }
            return report
          })
        )
      )

      return AuditArchiving.of({ archive })
    })
  )
}
