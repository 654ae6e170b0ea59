import { type ChainEnd, type ChainFault, beginning, type FoundLink, linkText } from "./AuditChain.ts"
import { canonicalJson } from "./canonicalJson.ts"

/** What was taken out of the trail into a file: the links `first_seq` to `last_seq` with their entries. */
export interface AuditArchive {
  readonly first_seq: number
  readonly last_seq: number
  /** The hash that the first link follows. */
  readonly previous_hash: string
  readonly last_hash: string
  readonly entry_count: number
  /** When the first and the last of them were sealed. RFC 3339 with milliseconds, in UTC, as all moments here. */
  readonly first_at: string
  readonly last_at: string
  /** Where it was written, on the machine of whoever did. */
  readonly file_name: string
  /** Of the whole file, in hex. */
  readonly file_sha256: string
  readonly archived_at: string
  readonly archived_by: string
}

/** As its row has it: signed by the first key of JWT_KEYS. */
export interface SignedArchive extends AuditArchive {
  readonly signature: string
}

/** What an archive's signature is made over: everything that its row says. */
export const archiveText = (archive: AuditArchive): string => {
  const { archived_at, archived_by, entry_count, file_name, file_sha256, first_at, first_seq, last_at, last_hash, last_seq, previous_hash } = archive
  return `audit-archive/${canonicalJson(JSON.stringify({
    archived_at, archived_by, entry_count, file_name, file_sha256, first_at, first_seq, last_at, last_hash, last_seq, previous_hash
  }))}`
}

/** Where the chain in the database begins: behind what was archived. */
export const archivedEnd = (archives: ReadonlyArray<AuditArchive>): ChainEnd => {
  const last = archives.at(-1)
  return last === undefined ? beginning : { seq: last.last_seq, hash: last.last_hash }
}

/** Whether rows of archives, oldest first, follow each other from the first link on. */
export const archivesFault = (archives: ReadonlyArray<AuditArchive>): ChainFault | null => {
  let before = beginning
  for (const { entry_count, first_seq, last_hash, last_seq, previous_hash } of archives) {
    const says = first_seq !== before.seq + 1 ? `no archive has the links ${before.seq + 1} to ${first_seq - 1}, and one has what follows them`
      : previous_hash !== before.hash ? `the archive of the links ${first_seq} to ${last_seq} does not follow the one before it`
      : entry_count !== last_seq - first_seq + 1 ? `the archive of the links ${first_seq} to ${last_seq} says that it has ${entry_count} entries` : null
    if (says !== null) return { kind: "archive", seq: first_seq, entry: null, says }
    before = { seq: last_seq, hash: last_hash }
  }
  return null
}

/** What every line of an archive begins with. */
export const archiveBeginning = `{"hash":"`

/** A line of an archive's file: the hash of a link, and the very text that it is the SHA-256 of. */
export const archiveLine = ({ entry, hash, previous, sealedAt, seq }: FoundLink): string =>
  `${archiveBeginning}${hash}","link":${entry === null ? "null" : linkText(seq, previous, sealedAt, entry)}}`

/** A line as it is found. */
export interface LineLink extends ChainEnd {
  readonly previous: string
  readonly sealedAt: string
}

const shape = /^\{"hash":"([0-9a-f]{64})","link":(\{.*\})\}$/su

/** Reads a line, and says what is wrong with it where it was changed: its text must have its hash. */
export const lineLink = (line: string, digest: (text: string) => string): LineLink | string => {
  const [, hash, text] = shape.exec(line) ?? []
  if (hash === undefined || text === undefined) return "it is no line of an archive, or was cut"
  if (digest(text) !== hash) return "it is not what was sealed: it was edited"
  // what has its hash was written by a chain, and has all this
  const { previous, seq, sealed_at: sealedAt } = JSON.parse(text) as { readonly previous: string; readonly seq: number; readonly sealed_at: string }
  return { seq, hash, previous, sealedAt }
}

/** What a file turned out to hold: links of which each follows the one before it. */
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

/** What is wrong with the files of archives. `line`: counted from 1; null: not one of its lines. */
export interface FileFault {
  readonly file: string | null
  readonly line: number | null
  readonly says: string
}

const places = ({ first_seq, last_seq }: { readonly first_seq: number; readonly last_seq: number }) => `the links ${first_seq} to ${last_seq}`

/**
 * Whether files, oldest first, are what was archived and join each other up to where the database begins. One that is of no archive is left to
 * whoever has the links: the database may be older than the file.
 */
export const filesFault = (files: ReadonlyArray<ScannedFile>, archives: ReadonlyArray<AuditArchive>): FileFault | null => {
  const end = archivedEnd(archives)
  let before: ScannedFile | null = null
  for (const found of files) {
    const { file, first_seq } = found
    const archive = archives.find((some) => some.first_seq <= first_seq && first_seq <= some.last_seq)
    if (before !== null && (first_seq !== before.last_seq + 1 || found.previous_hash !== before.last_hash)) {
      return { file, line: null, says: `it has ${places(found)}, and ${before.file} ${places(before)}: they do not join` }
    }
    if (archive !== undefined && (archive.first_seq !== first_seq || archive.last_seq !== found.last_seq || archive.previous_hash !== found.previous_hash
      || archive.last_hash !== found.last_hash || archive.file_sha256 !== found.sha256)) {
      return { file, line: null, says: `it has ${places(found)} and the SHA-256 ${found.sha256}; archived were ${places(archive)} with ${archive.file_sha256}` }
    }
    before = found
  }
  const last = before?.last_seq ?? 0
  const missing = archives.filter(({ last_seq }) => last_seq > last)
  return before === null || missing.length === 0 || last >= end.seq ? null
    : { file: null, line: null, says: `between ${before.file} and the database are missing: ${missing.map((some) => `${places(some)} (${some.file_name}, SHA-256 ${some.file_sha256})`).join(", ")}` }
}
