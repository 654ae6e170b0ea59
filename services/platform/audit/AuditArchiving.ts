import { type AuditArchive, archivedEnd, archiveLine, type ScannedFile, type SignedArchive } from "#domain/platform/audit/AuditArchive.ts"
import { type ChainEnd, follows, isFault } from "#domain/platform/audit/AuditChain.ts"
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

/** Links in memory at a time. */
const window = 1_000
/** Entries of one transaction of deletes: their search index costs the most. */
const batch = 500

export interface Archiving {
  /** What was sealed before this moment is archived. */
  readonly before: DateTime.Utc
  /** The file to be written, as an absolute path. */
  readonly file: string
  /** Who asks, as the machine knows them. */
  readonly by: string
}

export interface ArchiveReport {
  /** What was archived; null: nothing is so old. */
  readonly archive: AuditArchive | null
  /** What had been archived before, and was not deleted yet. */
  readonly finished: AuditArchive | null
  readonly deleted_count: number
}

/** How far it is: links that were verified, written, or deleted. */
export type ArchiveProgress = { readonly what: "verified" | "written" | "deleted"; readonly links: number }

const refuse = (detail: string) => new Conflict({ code: "state_conflict", detail })

/**
 * Takes the oldest entries out of the audit trail into a file. Nothing is deleted that is not in a file which was read back, holds, and stands
 * in a signed row. Killed anywhere, the next call goes on: docs/decisions/audit.md.
 */
export class AuditArchiving extends Context.Service<AuditArchiving, {
  readonly archive: (asked: Archiving, told: (progress: ArchiveProgress) => Effect.Effect<void>) => Effect.Effect<ArchiveReport, Conflict>
}>()("stowage/services/platform/audit/AuditArchiving") {
  static readonly layer = Layer.effect(AuditArchiving, Effect.gen(function*() {
    const archives = yield* AuditArchives
    const signing = yield* AuditArchiveSigning
    const chain = yield* AuditChain
    const files = yield* AuditFiles
    const checks = yield* AuditFileChecks
    const verification = yield* AuditVerification
    const audited = yield* Audited
    const { digest } = yield* Secrets

    type Told = (progress: ArchiveProgress) => Effect.Effect<void>

    const requireWhole = Effect.fnUntraced(function*(told: Told) {
      const { archives: known, fault, signed, unsigned } = yield* verification.verify(null, (links) => told({ what: "verified", links }))
      if (fault !== null) return yield* refuse(`nothing is archived of a trail that was changed (${fault.kind}): ${fault.says}`)
      if (!signed || unsigned.length > 0) return yield* refuse("nothing is archived of a trail that is not signed with a key of JWT_KEYS: verify-audit says more")
      return known
    })

    /** The lines of links that are old enough, as they hold. */
    const linesOf = (from: ChainEnd, before: string, told: Told) =>
      Stream.paginate(from, Effect.fnUntraced(function*(start: ChainEnd) {
        const links = yield* chain.read(start.seq, window)
        const due = links.filter(({ sealedAt }) => sealedAt < before)
        let end = start
        for (const link of due) {
          const next = follows(end, link, digest)
          if (isFault(next)) return yield* refuse(`the trail was changed meanwhile (${next.kind}): ${next.says}`)
          end = next
        }
        yield* told({ what: "written", links: end.seq - from.seq })
        return [[due.map(archiveLine)], due.length < window ? Option.none<ChainEnd>() : Option.some(end)] as const
      }))

    /** What a file holds, if that is what follows in the chain and is old enough. */
    const heldBy = Effect.fnUntraced(function*(file: string, from: ChainEnd, before: string) {
      const { cut, fault, found } = yield* checks.scan(file, null)
      const of = found ?? null
      if (of !== null && (of.first_seq !== from.seq + 1 || of.previous_hash !== from.hash)) {
        return { held: null, cut: false, says: `it has the links ${of.first_seq} to ${of.last_seq}, and next is ${from.seq + 1}` }
      }
      if (of === null || fault !== null) return { held: null, cut, says: `${fault?.line === null || fault === null ? "" : `line ${fault.line}: `}${fault?.says ?? "nothing is in it"}` }
      const [link] = yield* chain.read(of.last_seq - 1, 1)
      if (link?.seq !== of.last_seq || link.hash !== of.last_hash) return { held: null, cut: false, says: `link ${of.last_seq} is another one in the database` }
      return of.last_at < before ? { held: of, cut: false, says: "" } : { held: null, cut: false, says: `it has entries up to ${of.last_at}, which are younger than was asked for` }
    })

    /** Writes the file where it is not there, and answers what was read back from it. One that a killed run left is taken as it is, or made anew when it was cut. */
    const fileOf = Effect.fnUntraced(function*(file: string, from: ChainEnd, before: string, told: Told) {
      if (yield* files.exists(file)) {
        const { cut, held, says } = yield* heldBy(file, from, before)
        if (held !== null) return held
        if (!cut) return yield* refuse(`${file} is there already and is never overwritten: ${says}`)
        yield* files.remove(file)
      }
      yield* files.write(file, linesOf(from, before, told))
      const { held, says } = yield* heldBy(file, from, before)
      return held ?? (yield* refuse(`${file} is not what was written: ${says}. Nothing was deleted`))
    })

    const rowOf = Effect.fnUntraced(function*({ file, sha256, ...held }: ScannedFile, by: string) {
      const archive = signing.signed({
        ...held, entry_count: held.last_seq - held.first_seq + 1, file_name: file, file_sha256: sha256, archived_at: DateTime.formatIso(yield* DateTime.now), archived_by: by
      })
      const { signature: _, ...said } = archive
      yield* archives.record(archive).pipe(audited.rows("audit_log.archive", { type: "audit_log", id: null, label: null }, {
        by: byOperator("admin"), message: `Entries of the audit trail were archived: links ${held.first_seq} to ${held.last_seq}`, metadata: { ...said }
      }))
      return archive
    })

    const forgetUntil = Effect.fnUntraced(function*(until: number, told: Told) {
      let deleted = 0
      const first = yield* archives.firstLink
      for (let at = (first ?? until + 1) - 1; at < until; at += batch) {
        deleted += yield* archives.forget(at, Math.min(until, at + batch))
        yield* told({ what: "deleted", links: deleted })
      }
      return deleted
    })

    /** An archive of which not all is deleted yet: its file is looked at again, where it was written or under the name that is given now. */
    const finish = Effect.fnUntraced(function*(archive: SignedArchive, file: string, told: Told) {
      const places = [...(yield* files.exists(file)) ? [file] : [], archive.file_name]
      for (const place of places) {
        if (!(yield* files.exists(place))) continue
        const { fault, found } = yield* checks.scan(place, null)
        if (fault === null && found?.sha256 === archive.file_sha256 && found.last_hash === archive.last_hash) return { place, deleted: yield* forgetUntil(archive.last_seq, told) }
      }
      return yield* refuse(`the links ${archive.first_seq} to ${archive.last_seq} are archived and not all deleted: their file is needed, with the SHA-256 ${archive.file_sha256}. ` +
        `It is not at ${archive.file_name}: say with --to where it is`)
    })

    const archive = Effect.fn("AuditArchiving.archive")((asked: Archiving, told: Told) => archives.alone(Effect.gen(function*() {
      const known = yield* requireWhole(told)
      const last = known.at(-1)
      const first = yield* archives.firstLink
      const begun = last !== undefined && first !== null && first <= last.last_seq ? last : null
      const finished = begun === null ? null : yield* finish(begun, asked.file, told)
      const so: ArchiveReport = { archive: null, finished: begun, deleted_count: finished?.deleted ?? 0 }
      if (finished?.place === asked.file) return so

      const from = archivedEnd(known)
      const before = DateTime.formatIso(asked.before)
      const [next] = yield* chain.read(from.seq, 1)
      if (next === undefined || next.sealedAt >= before) return so
      const row = yield* rowOf(yield* fileOf(asked.file, from, before, told), asked.by)
      const { signature: _, ...made } = row
      const report: ArchiveReport = { ...so, archive: made, deleted_count: so.deleted_count + (yield* forgetUntil(row.last_seq, told)) }
      return report
    })))

    return AuditArchiving.of({ archive })
  }))
}
