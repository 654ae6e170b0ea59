import { DateTime, Effect, Stream } from "effect"
import { crc32 } from "node:zlib"
import { type ArchiveOmission, archiveReport } from "#domain/objects/archive/Archive.ts"
import { memberPaths } from "#domain/objects/archive/memberPaths.ts"
import type { ArchiveMember } from "#services/objects/Archives.ts"
import { readFailureText } from "#services/objects/readFailureText.ts"
import { centralRecord, descriptor, endRecords, localHeader, type ZipEntry } from "./zipRecords.ts"

const reportName = "NOT IN THIS ARCHIVE.txt"

/** ZIP (APPNOTE 6.3.10) in constant memory. A member that fails halfway is left out of the directory. */
export const archiveBytes = <E>(
  members: Stream.Stream<ArchiveMember, E>,
  prefix: string
): Stream.Stream<Uint8Array, E> =>
  Stream.suspend(() => {
    const paths = memberPaths(prefix)
    const directory: Array<Buffer> = []
    const missing: Array<ArchiveOmission> = []
    const renamed: Array<ArchiveOmission> = []
    let offset = 0

    const countBytes = <Bytes extends Uint8Array>(bytes: Bytes): Bytes => {
      offset += bytes.length
      return bytes
    }

    const entryOf = (
      path: string,
      modifiedAt: string | null,
      more: Pick<ZipEntry, "crc" | "described" | "folder" | "size">
    ): ZipEntry => ({ path, modified: new Date(modifiedAt ?? 0), offset, ...more })

    const pathOf = (key: string): string => {
      const path = paths.file(key)
      const plain = key.startsWith(prefix) ? key.slice(prefix.length) : key
      if (path !== plain) renamed.push({ key, reason: JSON.stringify(path) })
      return path
    }

    const bufferedMember = (path: string, modifiedAt: string | null, bytes: Uint8Array): ReadonlyArray<Uint8Array> => {
      const entry = entryOf(path, modifiedAt, {
        crc: crc32(bytes),
        described: false,
        folder: false,
        size: bytes.length
      })
      directory.push(centralRecord(entry))
      return [countBytes(localHeader(entry)), countBytes(bytes)]
    }

    const streamedMember = ({
      key,
      open
    }: Extract<ArchiveMember, { readonly _tag: "Streamed" }>): Stream.Stream<Uint8Array> =>
      Stream.unwrap(
        Effect.map(open, ({ body, facts, size_bytes }) => {
          const entry = entryOf(pathOf(key), facts.modified_at, {
            crc: 0,
            described: true,
            folder: false,
            size: size_bytes
          })
          let crc = 0
          const bytes = Stream.map(body, (chunk) => {
            crc = crc32(chunk, crc)
            return countBytes(chunk)
          })
          const descriptorBytes = Stream.suspend(() => {
            const completeEntry = { ...entry, crc }
            directory.push(centralRecord(completeEntry))
            return Stream.succeed(countBytes(descriptor(completeEntry)))
          })
          return Stream.concat(
            Stream.concat(
              Stream.sync(() => countBytes(localHeader(entry))),
              bytes
            ),
            descriptorBytes
          )
        })
      ).pipe(
        Stream.catch((error) => {
          missing.push({ key, reason: readFailureText(error) })
          return Stream.empty
        })
      )

    const bytesInMemory = (member: ArchiveMember): ReadonlyArray<Uint8Array> | null => {
      switch (member._tag) {
        case "Held":
          return bufferedMember(pathOf(member.key), member.modified_at, member.bytes)
        case "Folder": {
          const path = paths.folder(member.key)
          // the selected folder itself has no name in the archive
          if (path === "/") return []
          const entry = entryOf(path, member.modified_at, { crc: 0, described: false, folder: true, size: 0 })
          directory.push(centralRecord(entry))
          return [countBytes(localHeader(entry))]
        }
        case "Missing":
          missing.push({ key: member.key, reason: member.reason })
          return []
        case "Streamed":
          return null
      }
    }

    const bytesOf = (members: ReadonlyArray<ArchiveMember>): Stream.Stream<Uint8Array> =>
      Stream.suspend(() => {
        const pieces: Array<Uint8Array> = []
        for (const [index, member] of members.entries()) {
          const bytes = bytesInMemory(member)
          if (bytes !== null) pieces.push(...bytes)
          else if (member._tag === "Streamed") {
            return Stream.concat(
              Stream.concat(Stream.fromArray(pieces), streamedMember(member)),
              bytesOf(members.slice(index + 1))
            )
          }
        }
        return Stream.fromArray(pieces)
      })

    const ending = Stream.unwrap(
      Effect.map(DateTime.now, (now) => {
        const report = archiveReport(missing, renamed)
        const reportBytes =
          report === null
            ? []
            : bufferedMember(paths.file(prefix + reportName), DateTime.formatIso(now), Buffer.from(report, "utf8"))
        const start = offset
        const length = directory.reduce((total, record) => total + record.length, 0)
        return Stream.fromIterable([
          ...reportBytes,
          ...joinRecords(directory),
          endRecords(directory.length, start, length)
        ])
      })
    )
    return Stream.concat(Stream.flatMap(Stream.chunks(members), bytesOf), ending)
  })

const joinRecords = function* (records: ReadonlyArray<Buffer>): Generator<Buffer> {
  for (let at = 0; at < records.length; at += 1000) yield Buffer.concat(records.slice(at, at + 1000))
}
