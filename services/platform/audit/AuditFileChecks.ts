import {
  type AuditArchive,
  archiveBeginning,
  archivedEnd,
  type FileFault,
  filesFault,
  lineLink,
  type ScannedFile
} from "#domain/platform/audit/AuditArchive.ts"
import type { ChainEnd } from "#domain/platform/audit/AuditChain.ts"
import type { Conflict } from "#domain/platform/errors/Errors.ts"
import { Secrets } from "#services/platform/Secrets.ts"
import { Context, Effect, Layer } from "effect"
import { AuditChain } from "./AuditChain.ts"
import { AuditFiles } from "./AuditFiles.ts"

export interface Scan {
  readonly found: ScannedFile | null
  readonly fault: FileFault | null
  readonly cut: boolean
}

export interface FilesReport {
  readonly files: ReadonlyArray<ScannedFile>
  readonly fault: FileFault | null
}

export class AuditFileChecks extends Context.Service<
  AuditFileChecks,
  {
    readonly scan: (file: string, known: ChainEnd | null) => Effect.Effect<Scan, Conflict>
    readonly check: (
      files: ReadonlyArray<string>,
      archives: ReadonlyArray<AuditArchive>,
      known: ChainEnd | null
    ) => Effect.Effect<FilesReport, Conflict>
  }
>()("stowage/services/platform/audit/AuditFileChecks") {
  static readonly layer = Layer.effect(
    AuditFileChecks,
    Effect.gen(function* () {
      const { read } = yield* AuditFiles
      const chain = yield* AuditChain
      const { digest } = yield* Secrets

      const scan = Effect.fn("AuditFileChecks.scan")(function* (file: string, recordedEnd: ChainEnd | null) {
        let [first, last]: [Omit<ScannedFile, "file" | "sha256"> | null, ChainEnd | null] = [null, null]
        let line = 0
        let problem: string | null = null
        let cut = false
        const { ended, sha256 } = yield* read(file, (text) => {
          // an incomplete line followed by another one is corruption, not a killed writer
          if (problem !== null) return (cut = false)
          line++
          const link = lineLink(text, digest)
          problem =
            typeof link === "string"
              ? link
              : last !== null && (link.seq !== last.seq + 1 || link.previous !== last.hash)
                ? `link ${link.seq} does not follow link ${last.seq}, which stands before it`
                : link.seq === recordedEnd?.seq && link.hash !== recordedEnd.hash
                  ? `link ${link.seq} once had the hash ${recordedEnd.hash}`
                  : null
          if (typeof link === "string") {
            cut = archiveBeginning.startsWith(text.slice(0, archiveBeginning.length))
            return cut
          }
          if (problem !== null) return false
          first = {
            ...(first ?? { first_seq: link.seq, previous_hash: link.previous, first_at: link.sealedAt }),
            last_seq: link.seq,
            last_hash: link.hash,
            last_at: link.sealedAt
          }
          last = link
          return true
        })
        const validRange = first as Omit<ScannedFile, "file" | "sha256"> | null
        const scannedFile = validRange === null ? null : { file, sha256, ...validRange }
        const fault: FileFault | null =
          problem !== null
            ? { file, line, text: problem }
            : scannedFile === null
              ? { file, line: null, text: "there is no line in it" }
              : null
        const scanned: Scan = { found: scannedFile, fault, cut: !ended && (cut || line === 0) }
        return scanned
      })

      /** After a restore from backup, the links of an unknown file may still be in the database. */
      const unknownTo = Effect.fnUntraced(function* (
        { file, first_seq, last_hash, last_seq }: ScannedFile,
        end: ChainEnd
      ) {
        if (first_seq <= end.seq) return null
        const [link] = yield* chain.read(last_seq - 1, 1)
        if (link?.seq === last_seq && link.hash === last_hash) return null
        const fault: FileFault = {
          file,
          line: null,
          text: `its links ${first_seq} to ${last_seq} were never archived from this database, which has others or none`
        }
        return fault
      })

      const check = Effect.fn("AuditFileChecks.check")(function* (
        files: ReadonlyArray<string>,
        archives: ReadonlyArray<AuditArchive>,
        recordedEnd: ChainEnd | null
      ) {
        const scanned: Array<ScannedFile> = []
        for (const file of files) {
          const { fault, found } = yield* scan(file, recordedEnd)
          if (fault !== null) return { files: scanned, fault } satisfies FilesReport
          if (found !== null) scanned.push(found)
        }
        const sorted = scanned.toSorted((one, other) => one.first_seq - other.first_seq)
        const fault = filesFault(sorted, archives)
        if (fault !== null) return { files: sorted, fault } satisfies FilesReport
        for (const scannedFile of sorted) {
          const stranger = yield* unknownTo(scannedFile, archivedEnd(archives))
          if (stranger !== null) return { files: sorted, fault: stranger } satisfies FilesReport
        }
        return { files: sorted, fault: null } satisfies FilesReport
      })

      return AuditFileChecks.of({ scan, check })
    })
  )
}
