import { type ChainEnd, type ChainFault, CHAIN_START, type StoredLink, linkText } from "./AuditChain.ts"
import { canonicalJson } from "./canonicalJson.ts"

/** Times are RFC 3339 in UTC with milliseconds. */
export interface AuditArchive {
  readonly first_seq: number
  readonly last_seq: number
  readonly previous_hash: string
  readonly last_hash: string
  readonly entry_count: number
  readonly first_at: string
  readonly last_at: string
  readonly file_name: string
  readonly file_sha256: string
  readonly archived_at: string
  readonly archived_by: string
}

/** Signed with the first key of JWT_KEYS. */
export interface SignedArchive extends AuditArchive {
  readonly signature: string
}

/** Text that the archive's signature covers: every column of its row. */
export const archiveText = (archive: AuditArchive): string => {
  const {
    archived_at,
    archived_by,
    entry_count,
    file_name,
    file_sha256,
    first_at,
    first_seq,
    last_at,
    last_hash,
    last_seq,
    previous_hash
  } = archive
  return `audit-archive/${canonicalJson(
    JSON.stringify({
      archived_at,
      archived_by,
      entry_count,
      file_name,
      file_sha256,
      first_at,
      first_seq,
      last_at,
      last_hash,
      last_seq,
      previous_hash
    })
  )}`
}

export const archivedEnd = (archives: ReadonlyArray<AuditArchive>): ChainEnd => {
  const last = archives.at(-1)
  return last === undefined ? CHAIN_START : { seq: last.last_seq, hash: last.last_hash }
}

export const archivesFault = (archives: ReadonlyArray<AuditArchive>): ChainFault | null => {
  let before = CHAIN_START
  for (const { entry_count, first_seq, last_hash, last_seq, previous_hash } of archives) {
    const text =
      first_seq !== before.seq + 1
        ? `no archive has the links ${before.seq + 1} to ${first_seq - 1}, and one has what follows them`
        : previous_hash !== before.hash
          ? `the archive of the links ${first_seq} to ${last_seq} does not follow the one before it`
          : entry_count !== last_seq - first_seq + 1
            ? `the archive of the links ${first_seq} to ${last_seq} says that it has ${entry_count} entries`
            : null
    if (text !== null) return { kind: "archive", seq: first_seq, entry: null, text }
    before = { seq: last_seq, hash: last_hash }
  }
  return null
}

export const archiveBeginning = `{"hash":"`

export const archiveLine = ({ entry, hash, previous, sealedAt, seq }: StoredLink): string =>
  `${archiveBeginning}${hash}","link":${entry === null ? "null" : linkText(seq, previous, sealedAt, entry)}}`

export interface LineLink extends ChainEnd {
  readonly previous: string
  readonly sealedAt: string
}

const shape = /^\{"hash":"([0-9a-f]{64})","link":(\{.*\})\}$/su

export const lineLink = (line: string, digest: (text: string) => string): LineLink | string => {
  const [, hash, text] = shape.exec(line) ?? []
  if (hash === undefined || text === undefined) return "it is no line of an archive, or was cut"
  if (digest(text) !== hash) return "it is not what was sealed: it was edited"
  // text with a valid hash was written by us and has these fields
  const {
    previous,
    seq,
    sealed_at: sealedAt
  } = JSON.parse(text) as { readonly previous: string; readonly seq: number; readonly sealed_at: string }
  return { seq, hash, previous, sealedAt }
}

export interface ScannedFile {
  readonly file: string
  readonly sha256: string
  readonly first_seq: number
  readonly last_seq: number
  readonly previous_hash: string
  readonly last_hash: string
  readonly first_at: string
  readonly last_at: string
}

export interface FileFault {
  readonly file: string | null
  readonly line: number | null
  readonly text: string
}

const describeLinks = ({ first_seq, last_seq }: { readonly first_seq: number; readonly last_seq: number }) =>
  `the links ${first_seq} to ${last_seq}`

type NamedFile = Parameters<typeof describeLinks>[0] & { readonly file_name: string; readonly file_sha256: string }

const describeFile = (file: NamedFile): string =>
  `${describeLinks(file)} (${file.file_name}, SHA-256 ${file.file_sha256})`

/** Both oldest first. A file without an archive row passes: the database may be older than the file. */
export const filesFault = (
  files: ReadonlyArray<ScannedFile>,
  archives: ReadonlyArray<AuditArchive>
): FileFault | null => {
  const end = archivedEnd(archives)
  let before: ScannedFile | null = null
  for (const scannedFile of files) {
    const { file, first_seq } = scannedFile
    const archive = archives.find((some) => some.first_seq <= first_seq && first_seq <= some.last_seq)
    if (before !== null && (first_seq !== before.last_seq + 1 || scannedFile.previous_hash !== before.last_hash)) {
      return {
        file,
        line: null,
        text: `it has ${describeLinks(scannedFile)}, and ${before.file} ${describeLinks(before)}: they do not join`
      }
    }
    if (
      archive !== undefined &&
      (archive.first_seq !== first_seq ||
        archive.last_seq !== scannedFile.last_seq ||
        archive.previous_hash !== scannedFile.previous_hash ||
        archive.last_hash !== scannedFile.last_hash ||
        archive.file_sha256 !== scannedFile.sha256)
    ) {
      return {
        file,
        line: null,
        text:
          `it has ${describeLinks(scannedFile)} and the SHA-256 ${scannedFile.sha256}; archived were ` +
          `${describeLinks(archive)} with ${archive.file_sha256}`
      }
    }
    before = scannedFile
  }
  const last = before?.last_seq ?? 0
  const missing = archives.filter(({ last_seq }) => last_seq > last)
  return before === null || missing.length === 0 || last >= end.seq
    ? null
    : {
        file: null,
        line: null,
        text: `between ${before.file} and the database are missing: ${missing.map(describeFile).join(", ")}`
      }
}
