import { assert, describe, it } from "@effect/vitest"
import { Effect, Stream } from "effect"
import { StorageError } from "#domain/platform/errors/Errors.ts"
import { nameTrapsOf } from "#domain/objects/nameTraps.ts"
import { memberPaths } from "#domain/objects/archive/memberPaths.ts"
import { archiveBytes } from "#http/zip/archiveBytes.ts"
import { centralRecord, descriptor, endRecords, localHeader } from "#http/zip/zipRecords.ts"
import type { ArchiveMember } from "#services/objects/Archives.ts"

const broken = new StorageError({
  operation: "s3.GetObject",
  storage_code: "Broken",
  storage_status: null,
  storage_request_id: null,
  detail: "The connection broke"
})
const held = (key: string, text: string): ArchiveMember => ({
  _tag: "Held",
  key,
  modified_at: "2026-01-02T03:04:05Z",
  bytes: Buffer.from(text)
})
const streamed = (key: string, size: number, body: Stream.Stream<Uint8Array, StorageError>): ArchiveMember => ({
  _tag: "Streamed",
  key,
  open: Effect.succeed({
    facts: {
      key,
      size_bytes: size,
      etag: null,
      content_type: null,
      storage_class: "STANDARD",
      modified_at: "2026-01-02T03:04:05Z",
      metadata: {}
    },
    size_bytes: size,
    content_range: null,
    body
  })
})

const directory = (zip: Buffer): Map<string, string> => {
  const end = zip.lastIndexOf(Buffer.from("504b0506", "hex"))
  const found = new Map<string, string>()
  for (let at = zip.readUInt32LE(end + 16), left = zip.readUInt16LE(end + 10); left > 0; left--) {
    const [name, extra, size, offset] = [
      zip.readUInt16LE(at + 28),
      zip.readUInt16LE(at + 30),
      zip.readUInt32LE(at + 24),
      zip.readUInt32LE(at + 42)
    ]
    const start = offset + 30 + zip.readUInt16LE(offset + 26) + zip.readUInt16LE(offset + 28)
    found.set(zip.toString("utf8", at + 46, at + 46 + name), zip.toString("utf8", start, start + size))
    at += 46 + name + extra
  }
  return found
}

const whole = (members: ReadonlyArray<ArchiveMember>, prefix = "") =>
  Effect.map(Stream.runCollect(archiveBytes(Stream.fromIterable(members), prefix)), (chunks) => Buffer.concat(chunks))

describe("an archive", () => {
  it.effect("leaves a member that breaks in the middle out of its directory, tells so, and goes on", () =>
    Effect.gen(function* () {
      const zip = yield* whole([
        held("before", "1"),
        streamed("half", 8, Stream.concat(Stream.make(Buffer.from("abcd")), Stream.fail(broken))),
        { _tag: "Streamed", key: "never", open: Effect.fail(broken) },
        { _tag: "Missing", key: "gone\n", reason: "it is not there any more" },
        streamed("large", 4, Stream.make(Buffer.from("ef"), Buffer.from("gh"))),
        held("NOT IN THIS ARCHIVE.txt", "somebody's own")
      ])
      const found = directory(zip)
      assert.deepStrictEqual(
        [...found.keys()],
        ["before", "large", "NOT IN THIS ARCHIVE.txt", "NOT IN THIS ARCHIVE (1).txt"]
      )
      assert.strictEqual(found.get("large"), "efgh")
      assert.strictEqual(found.get("NOT IN THIS ARCHIVE.txt"), "somebody's own")
      assert.strictEqual(
        found.get("NOT IN THIS ARCHIVE (1).txt"),
        [
          "Not in this archive (3):",
          '  "half": The connection broke (Broken)',
          '  "never": The connection broke (Broken)',
          '  "gone\\n": it is not there any more',
          ""
        ].join("\r\n")
      )
    })
  )

  it.effect("is read no faster than somebody takes it, and no more of it once they have gone", () =>
    Effect.gen(function* () {
      let read = 0
      let ended = false
      const endless = Stream.forever(
        Stream.sync(() => {
          read++
          return Buffer.alloc(1024)
        })
      ).pipe(
        Stream.ensuring(
          Effect.sync(() => {
            ended = true
          })
        )
      )
      yield* archiveBytes(Stream.make(streamed("endless", 2 ** 40, endless)), "").pipe(Stream.take(4), Stream.runDrain)
      assert.isTrue(ended)
      assert.isAtMost(read, 8)
    })
  )

  it("says sizes, offsets and numbers of 64 bits where the short fields do not hold them", () => {
    const entry = {
      path: "ü",
      modified: new Date(0),
      folder: false,
      size: 5 * 2 ** 30,
      crc: 1,
      offset: 6 * 2 ** 30,
      described: true
    }
    const local = localHeader(entry)
    assert.deepStrictEqual(
      [local.readUInt16LE(4), local.readUInt32LE(18), local.readUInt32LE(22)],
      [45, 0xffffffff, 0xffffffff]
    )
    assert.strictEqual(local.readBigUInt64LE(local.length - 8), BigInt(entry.size))
    assert.strictEqual(descriptor(entry).readBigUInt64LE(16), BigInt(entry.size))
    const central = centralRecord(entry)
    assert.deepStrictEqual([central.readUInt32LE(20), central.readUInt32LE(42)], [0xffffffff, 0xffffffff])
    assert.deepStrictEqual(
      [central.readBigUInt64LE(central.length - 24), central.readBigUInt64LE(central.length - 8)],
      [BigInt(entry.size), BigInt(entry.offset)]
    )
    assert.strictEqual(
      centralRecord({ ...entry, size: 1 }).readBigUInt64LE(centralRecord({ ...entry, size: 1 }).length - 8),
      BigInt(entry.offset)
    )
    assert.strictEqual(endRecords(65_534, 1, 1).length, 22)
    const end = endRecords(70_000, 1, 1)
    assert.deepStrictEqual(
      [end.length, end.readBigUInt64LE(24), end.readUInt16LE(end.length - 12)],
      [98, 70_000n, 0xffff]
    )
    assert.strictEqual(endRecords(1, 2 ** 32, 1).readBigUInt64LE(48), BigInt(2 ** 32))
  })

  it("has paths that lead nowhere else, each once, and no file that is a folder as well", () => {
    const paths = memberPaths("in/")
    const given = [
      "in/a",
      "in/a/b",
      "in/a/c",
      "in//x",
      "in/_/x",
      "in/../up",
      "in/./y",
      "in/z.tar.gz",
      "in/C:\\w",
      "in/C_/w",
      "/",
      "elsewhere",
      "in/q/",
      "in//"
    ].map((key) => (key.endsWith("/") ? paths.folder(key) : paths.file(key)))
    assert.deepStrictEqual(given, [
      "a",
      "a (1)/b",
      "a (1)/c",
      "_/x",
      "_ (1)/x",
      "__/up",
      "_ (2)/y",
      "z.tar.gz",
      "C__w",
      "C_/w",
      "_/",
      "elsewhere",
      "q/",
      "_/"
    ])
  })

  it("numbers 20,000 members of one name without trying each number for each", () => {
    const paths = memberPaths("")
    const names = new Set(Array.from({ length: 20_000 }, () => paths.file("a\\b.txt")))
    assert.lengthOf([...names], 20_000)
    assert.isTrue(names.has("a_b (19999).txt"))
  })

  it("names that one system refuses, or that are one file there, can be unpacked on Linux, macOS and Windows", () => {
    const paths = memberPaths("")
    const given = [
      "Report.pdf",
      "report.pdf",
      "REPORT/x",
      "caf\u00e9",
      "cafe\u0301",
      "CON",
      "logs/nul.tar.gz",
      "dot.",
      "trailing ",
      "...",
      "what?.txt",
      "a\u202efdp.exe",
      "👩\u200d👧"
    ].map((key) => paths.file(key))
    assert.deepStrictEqual(given, [
      "Report.pdf",
      "report (1).pdf",
      "REPORT/x",
      "caf\u00e9",
      "cafe\u0301 (1)",
      "_CON",
      "logs/_nul.tar.gz",
      "dot_",
      "trailing_",
      "___",
      "what_.txt",
      "a_fdp.exe",
      "👩\u200d👧"
    ])
    const long = [`${"ü".repeat(200)}.jpeg`, `${"ü".repeat(201)}.jpeg`].map((key) => paths.file(key))
    for (const name of long) {
      assert.isAtMost(Buffer.byteLength(name), 255)
      assert.isTrue(name.endsWith(".jpeg"))
    }
    assert.strictEqual(new Set(long).size, 2)
    for (const path of [...given, ...long]) assert.deepStrictEqual(nameTrapsOf(path), [], path)
  })
})
