import type { AuditArchive, ScannedFile } from "#domain/platform/audit/AuditArchive.ts"
import { archivedEnd } from "#domain/platform/audit/AuditArchive.ts"
import type { ChainEnd, ChainFault } from "#domain/platform/audit/AuditChain.ts"
import type { ChainReport } from "#services/platform/audit/AuditVerification.ts"

const written = ({ hash, seq }: ChainEnd) => `${seq}:${hash}`

const entries = (count: number) => `${count} ${count === 1 ? "entry" : "entries"}`

const fileOf = ({ file_name, file_sha256, first_seq, last_seq }: AuditArchive) =>
  `links ${first_seq} to ${last_seq} in ${file_name}, SHA-256 ${file_sha256}`

export const chainSummary = (
  { archives, end, undeleted, waiting }: ChainReport,
  files: ReadonlyArray<ScannedFile>
): string => {
  const before = archivedEnd(archives).seq
  const [first, last] = [files[0], files.at(-1)]
  return [
    `The audit trail is whole: ${entries(end.seq - before)}, each with the hash of the one before it.`,
    ...(before === 0
      ? []
      : [
          `${entries(before)} before ${before === 1 ? "it is" : "them are"} archived (${archives.length} ` +
            `${archives.length === 1 ? "file" : "files"}), and the first here follows the last there.`
        ]),
    ...(first === undefined || last === undefined
      ? []
      : [`The files that were read hold the links ${first.first_seq} to ${last.last_seq} without a gap.`]),
    ...(undeleted === 0
      ? []
      : [
          `${entries(undeleted)} ${undeleted === 1 ? "is" : "are"} archived and not deleted yet: archive-audit ` +
            "goes on with that."
        ]),
    ...(waiting === 0
      ? []
      : [
          `${waiting} more ${waiting === 1 ? "waits" : "wait"} to be sealed, which the running service does ` +
            "within seconds."
        ]),
    `The chain ends at ${written(end)}`,
    "Note this down elsewhere: --known checks later that the chain still passes through it."
  ].join("\n")
}

export const chainFaultText = ({ entry, kind, text, seq }: ChainFault, { end }: ChainReport): string =>
  `the audit trail was changed (${kind}): ${text}\n` +
  `${entry === null ? `the first bad link is ${seq}` : `the first bad entry is ${entry}`}; everything until ` +
  `link ${end.seq} holds`

export const UNSIGNED_END_TEXT =
  "the end of the chain is not signed with a key of JWT_KEYS: it was written by somebody else, or that key has " +
  "left the ring. " +
  "The entries fit together; --accept signs their end with the first key"

export const unsignedArchives = (archives: ReadonlyArray<AuditArchive>): string =>
  "what says that entries were archived is not signed with a key of JWT_KEYS: it was written or changed by " +
  `somebody else, or that key has left the ring (${archives.map(fileOf).join("; ")}). ` +
  "With --archive and these files, --accept signs it with the first key"

export const missingFiles = (archives: ReadonlyArray<AuditArchive>): string =>
  `--accept: name with --archive the files whose archives are not signed: ${archives.map(fileOf).join("; ")}`

export const archivedLinkText = (archive: AuditArchive): string =>
  "--known: that link is archived, and cannot be compared without its file: name with --archive " +
  `${fileOf(archive)}, and all that follow it`
