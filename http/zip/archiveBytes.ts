import { DateTime, Effect, Stream } from "effect"
import { crc32 } from "node:zlib"
import { type ArchiveNote, archiveReport } from "#domain/objects/archive/Archive.ts"
import { memberPaths } from "#domain/objects/archive/memberPaths.ts"
import type { ArchiveMember } from "#services/objects/Archives.ts"
import { saidOf } from "#services/objects/saidOf.ts"
import { centralRecord, descriptor, endRecords, localHeader, type ZipEntry } from "./zipRecords.ts"

/** Where an archive tells what is missing from it, beside its members. */
const reportName = "NOT IN THIS ARCHIVE.txt"

/**
 * Members as a ZIP (APPNOTE 6.3.10; ZIP64 where sizes need it), stored and in the order in which they come: as fast as it is read,
 * and in constant memory but for the directory, about 150 bytes a member. A member that breaks in the middle stays out of the
 * directory, so that nobody takes half of it for the whole; whatever is missing or renamed is told in a text of the archive's own.
 */
export const archiveBytes = <E>(members: Stream.Stream<ArchiveMember, E>, prefix: string): Stream.Stream<Uint8Array, E> =>
  Stream.suspend(() => {
    const paths = memberPaths(prefix)
    const directory: Array<Buffer> = []
    const missing: Array<ArchiveNote> = []
    const renamed: Array<ArchiveNote> = []
    let offset = 0

    const out = <Bytes extends Uint8Array>(bytes: Bytes): Bytes => {
      offset += bytes.length
      return bytes
    }

    const begun = (path: string, modifiedAt: string | null, more: Pick<ZipEntry, "crc" | "described" | "folder" | "size">): ZipEntry =>
      ({ path, modified: new Date(modifiedAt ?? 0), offset, ...more })

    const pathOf = (key: string): string => {
      const path = paths.file(key)
      const plain = key.startsWith(prefix) ? key.slice(prefix.length) : key
      if (path !== plain) renamed.push({ key, said: JSON.stringify(path) })
      return path
    }

    const held = (path: string, modifiedAt: string | null, bytes: Uint8Array): ReadonlyArray<Uint8Array> => {
      const entry = begun(path, modifiedAt, { crc: crc32(bytes), described: false, folder: false, size: bytes.length })
      directory.push(centralRecord(entry))
      return [out(localHeader(entry)), out(bytes)]
    }

    const streamed = ({ key, open }: Extract<ArchiveMember, { readonly _tag: "Streamed" }>): Stream.Stream<Uint8Array> =>
      Stream.unwrap(Effect.map(open, ({ body, facts, size_bytes }) => {
        const entry = begun(pathOf(key), facts.modified_at, { crc: 0, described: true, folder: false, size: size_bytes })
        let crc = 0
        const bytes = Stream.map(body, (chunk) => {
          crc = crc32(chunk, crc)
          return out(chunk)
        })
        const closing = Stream.suspend(() => {
          const whole = { ...entry, crc }
          directory.push(centralRecord(whole))
          return Stream.succeed(out(descriptor(whole)))
        })
        return Stream.concat(Stream.concat(Stream.sync(() => out(localHeader(entry))), bytes), closing)
      })).pipe(Stream.catch((error) => {
        missing.push({ key, said: saidOf(error) })
        return Stream.empty
      }))

    /** The bytes of what is at hand; null: it has to be opened. */
    const atHand = (member: ArchiveMember): ReadonlyArray<Uint8Array> | null => {
      switch (member._tag) {
        case "Held":
          return held(pathOf(member.key), member.modified_at, member.bytes)
        case "Folder": {
          const path = paths.folder(member.key)
          // the folder in which the entries were chosen has no name of its own here
          if (path === "/") return []
          const entry = begun(path, member.modified_at, { crc: 0, described: false, folder: true, size: 0 })
          directory.push(centralRecord(entry))
          return [out(localHeader(entry))]
        }
        case "Missing":
          missing.push({ key: member.key, said: member.said })
          return []
        case "Streamed":
          return null
      }
    }

    /** Members that came together, as few pieces: small ones would cost more to hand on one by one than to read. */
    const bytesOf = (members: ReadonlyArray<ArchiveMember>): Stream.Stream<Uint8Array> => Stream.suspend(() => {
      const pieces: Array<Uint8Array> = []
      for (const [index, member] of members.entries()) {
        const bytes = atHand(member)
        if (bytes !== null) pieces.push(...bytes)
        else if (member._tag === "Streamed") {
          return Stream.concat(Stream.concat(Stream.fromArray(pieces), streamed(member)), bytesOf(members.slice(index + 1)))
        }
      }
      return Stream.fromArray(pieces)
    })

    const ending = Stream.unwrap(Effect.map(DateTime.now, (now) => {
      const report = archiveReport(missing, renamed)
      const told = report === null ? [] : held(paths.file(prefix + reportName), DateTime.formatIso(now), Buffer.from(report, "utf8"))
      const start = offset
      const length = directory.reduce((total, record) => total + record.length, 0)
      return Stream.fromIterable([...told, ...slabs(directory), endRecords(directory.length, start, length)])
    }))
    return Stream.concat(Stream.flatMap(Stream.chunks(members), bytesOf), ending)
  })

/** Many small records as fewer larger pieces. */
const slabs = function*(records: ReadonlyArray<Buffer>): Generator<Buffer> {
  for (let at = 0; at < records.length; at += 1000) yield Buffer.concat(records.slice(at, at + 1000))
}
