import { assert, describe, it } from "@effect/vitest"
import { crc32 as crcOfNode } from "node:zlib"
import { crc32, combineCrc32, crc32Text } from "#domain/objects/crc32.ts"

const bytes = (length: number) => Uint8Array.from({ length }, (_, at) => (at * 31 + (at >> 8) * 7 + 5) & 0xff)

describe("CRC-32", () => {
  it("is Node's, of any length, at any offset, in one piece and in several", () => {
    const all = bytes(5_000)
    for (const [from, to] of [
      [0, 0],
      [0, 1],
      [0, 7],
      [0, 8],
      [1, 9],
      [3, 4_999],
      [0, 5_000]
    ] as const) {
      const some = all.subarray(from, to)
      assert.strictEqual(crc32(some), crcOfNode(some), `${from}-${to}`)
      assert.strictEqual(
        crc32(all.subarray(to), crc32(some)),
        crcOfNode(all.subarray(from)),
        `${from}-${to} and the rest`
      )
    }
    assert.strictEqual(crc32Text(crc32(new TextEncoder().encode("tail"))), "fDe0XQ==")
  })

  it("of a whole follows from those of its parts", () => {
    const all = bytes(10_000)
    for (const cuts of [[0], [0, 1], [0, 9_999], [0, 16, 17, 5_000], [0, 0, 4_096]]) {
      const parts = cuts.map((from, at) => all.subarray(from, cuts[at + 1] ?? all.length))
      assert.strictEqual(
        combineCrc32(parts.map((part) => ({ checksum: crc32Text(crc32(part)), size_bytes: part.length }))),
        crc32Text(crc32(all)),
        String(cuts)
      )
    }
    assert.strictEqual(combineCrc32([]), crc32Text(0))
    // 5 TiB of zeros in 10,000 parts: lengths beyond 32 bits
    const part = (5 * 2 ** 40) / 10_000
    assert.strictEqual(combineCrc32([{ checksum: crc32Text(0), size_bytes: part }]), crc32Text(0))
  })
})
