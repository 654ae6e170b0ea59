import { assert, describe, it } from "vitest"
import { toggleVersions, NO_SELECTION } from "../../frontend/src/features/objects/object-details/version-selection.ts"
import { csvRows } from "../../frontend/src/features/objects/object-details/csv-rows.ts"
import { decodeText, fileKind } from "../../frontend/src/features/objects/object-details/file-kind.ts"

const bytes = (text: string) => new TextEncoder().encode(text)
const of = (...values: ReadonlyArray<number | string>) =>
  new Uint8Array(values.flatMap((value) => (typeof value === "string" ? [...bytes(value)] : [value])))

describe("what bytes are, by their beginning", () => {
  it("is told whatever a file says of itself", () => {
    assert.deepStrictEqual(fileKind(of(0x89, "PNG\r\n")), { kind: "image", type: "image/png" })
    assert.deepStrictEqual(fileKind(of(0xff, 0xd8, 0xff, 0xe0)), { kind: "image", type: "image/jpeg" })
    assert.deepStrictEqual(fileKind(of("RIFF", 0, 0, 0, 0, "WEBPVP8 ")), { kind: "image", type: "image/webp" })
    assert.deepStrictEqual(fileKind(of("RIFF", 0, 0, 0, 0, "WAVEfmt ")), { kind: "audio", type: "audio/wav" })
    assert.deepStrictEqual(fileKind(of("ID3", 4, 0)), { kind: "audio", type: "audio/mpeg" })
    assert.deepStrictEqual(fileKind(of(0, 0, 0, 0x20, "ftypisom")), { kind: "video", type: "video/mp4" })
    assert.deepStrictEqual(fileKind(of(0, 0, 0, 0x20, "ftypM4A ")), { kind: "audio", type: "audio/mp4" })
    assert.deepStrictEqual(fileKind(of(0, 0, 0, 0x20, "ftypavif")), { kind: "image", type: "image/avif" })
    assert.deepStrictEqual(fileKind(of(0x1a, 0x45, 0xdf, 0xa3)), { kind: "video", type: "video/webm" })
    assert.deepStrictEqual(fileKind(bytes("%PDF-1.7")), { kind: "pdf" })
    assert.deepStrictEqual(fileKind(bytes("PAR1")), { kind: "parquet" })
    assert.deepStrictEqual(fileKind(of(0, 1, 2, 3)), { kind: "other", name: "binary data" })
  })

  it("a page of HTML is text, and an SVG a picture, with whatever stands before it", () => {
    assert.deepStrictEqual(fileKind(bytes("<!doctype html><script>alert(1)</script>")), { kind: "text" })
    assert.deepStrictEqual(fileKind(bytes("<html><svg></svg></html>")), { kind: "text" })
    for (const before of [
      "",
      "\n ",
      `<?xml version="1.0"?>\n`,
      "<!-- made -->",
      `<?xml version="1.0"?><!DOCTYPE svg PUBLIC "x" "y">`,
      `<?xml version="1.0"?>\n<?xml-stylesheet href="x"?><!DOCTYPE svg [<!ENTITY a "b>">]>`
    ]) {
      assert.deepStrictEqual(
        fileKind(bytes(`${before}<svg onload="alert(1)"/>`)),
        { kind: "image", type: "image/svg+xml" },
        before
      )
    }
  })

  it("text may be UTF-16 by its mark, and may be cut in the middle of a character", () => {
    assert.deepStrictEqual(decodeText(of(0xff, 0xfe, 0x68, 0, 0x69, 0)), { text: "hi", encoding: "utf-16le" })
    assert.deepStrictEqual(decodeText(bytes("grüße 猫").subarray(0, -1)), { text: "grüße ", encoding: "utf-8" })
    const escapes = "\u001b[1mbold\u001b[0m\tand\n"
    assert.deepStrictEqual(decodeText(bytes(escapes)), { text: escapes, encoding: "utf-8" })
  })

  it("text that is not UTF-8 is read as Windows-1252, which is said, unless too little of it is ASCII", () => {
    const latin = of("Gr", 0xfc, 0xdf, "e aus M", 0xfc, "nchen;", 0x80, " 5\r\n")
    assert.deepStrictEqual(decodeText(latin), { text: "Grüße aus München;€ 5\r\n", encoding: "windows-1252" })
    assert.deepStrictEqual(fileKind(latin), { kind: "text" })
    assert.isNull(decodeText(of("a", 0xfc, 0)))
    assert.isNull(decodeText(of("every byte but one ", 0x81)))
    assert.isNull(decodeText(of(0xcf, 0xf0, 0xe8, 0xe2, 0xe5, 0xf2, " KOI8")))
    assert.deepStrictEqual(csvRows(decodeText(latin)?.text ?? "", 10, false), [["Grüße aus München", "€ 5"]])
  })
})

describe("comma-separated values", () => {
  it("are rows, with quotes, line breaks in them, and the delimiter that the first line has most of", () => {
    assert.deepStrictEqual(csvRows(`a,b\r\n"1, ""2""","x\ny"\n`, 10, false), [
      ["a", "b"],
      [`1, "2"`, "x\ny"]
    ])
    assert.deepStrictEqual(csvRows("\ufeffa;b;c,d\n1;2;3", 10, false), [
      ["a", "b", "c,d"],
      ["1", "2", "3"]
    ])
    assert.deepStrictEqual(csvRows("a\tb\n\n1\t2\n", 10, false), [
      ["a", "b"],
      ["1", "2"]
    ])
  })

  it("lose the row in which they are cut, and no more rows are read than asked for", () => {
    assert.deepStrictEqual(csvRows("a,b\n1,2\n3,", 10, true), [
      ["a", "b"],
      ["1", "2"]
    ])
    assert.deepStrictEqual(csvRows("a\n1\n2\n3\n", 2, false), [["a"], ["1"]])
    assert.deepStrictEqual(csvRows("", 10, false), [])
  })
})

describe("a selection of versions", () => {
  const all = ["e", "d", "c", "b", "a"]

  it("is turned on and off one by one, and over a range from where that begins, in either direction", () => {
    const one = toggleVersions(NO_SELECTION, all, "d", true, false)
    assert.deepStrictEqual(one, { ids: ["d"], anchor: "d" })
    const range = toggleVersions(one, all, "b", true, true)
    assert.deepStrictEqual([...range.ids].sort(), ["b", "c", "d"])
    assert.deepStrictEqual([...toggleVersions(range, all, "e", true, true).ids].sort(), ["b", "c", "d", "e"])
    assert.deepStrictEqual(toggleVersions(range, all, "c", false, true).ids, ["b"])
    assert.deepStrictEqual(toggleVersions(one, all, "d", false, false).ids, [])
  })

  it("begins anew where the version that a range would begin at is gone", () => {
    assert.deepStrictEqual(toggleVersions({ ids: [], anchor: "gone" }, all, "c", true, true), {
      ids: ["c"],
      anchor: "c"
    })
  })
})
