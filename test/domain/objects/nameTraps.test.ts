import { assert, describe, it } from "@effect/vitest"
import { keyFault } from "#domain/objects/keyFault.ts"
import { nameTraps, nameTrapsOf } from "#domain/objects/nameTraps.ts"

describe("names of files to upload", () => {
  it("are no key above 1,024 bytes, with half a character or a NUL", () => {
    assert.isNull(keyFault("ü".repeat(512)))
    for (const key of ["ü".repeat(513), "\ud800", "a\0b"]) assert.isNotNull(keyFault(key), JSON.stringify(key))
  })

  it("make trouble elsewhere by kinds that are told", () => {
    for (const [key, ...traps] of [
      ["a/b.txt"],
      ["folder/"],
      ["über/größe 1.pdf"],
      [".hidden"],
      ["console.txt"],
      ["com.txt"],
      ["two\nlines", "control"],
      ["../up", "dots"],
      ["a//b", "dots"],
      ["./x", "dots"],
      ["CON", "reserved"],
      ["logs/nul.tar.gz", "reserved"],
      ["com0", "reserved"],
      ["com1.txt", "reserved"],
      ["what?.txt", "characters"],
      ["back\\slash", "characters"],
      ["a:b", "characters"],
      ["report\u202efdp.exe", "direction"],
      ["👩\u200d👩\u200d👧"],
      ["trailing ", "ending"],
      ["dot./x", "ending"],
      ["x".repeat(256), "long"],
      ["aux/a?/..", "reserved", "characters", "dots"]
    ] as const)
      assert.deepStrictEqual(nameTrapsOf(key), traps, JSON.stringify(key))
  })

  it("that differ by case or spelling alone are told together, each once", () => {
    const keys = ["Report.pdf", "report.pdf", "other", "caf\u00e9", "cafe\u0301", "same", "same"]
    assert.deepStrictEqual([...nameTraps(keys)], [["case", ["Report.pdf", "report.pdf", "caf\u00e9", "cafe\u0301"]]])
    assert.strictEqual(nameTraps(["a", "b"]).size, 0)
  })
})
