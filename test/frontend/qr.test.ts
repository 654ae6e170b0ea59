import { assert, describe, it } from "@effect/vitest"
import { encode } from "uqr"
import { qrOf } from "../../frontend/src/features/objects/shares/qr-of.ts"

const link = `https://stowage.example.org/share/${"aZ09_-".repeat(7)}b`

const covered = (path: string): ReadonlySet<string> =>
  new Set(
    [...path.matchAll(/M(\d+) (\d+)h(\d+)v1h-\3z/g)].flatMap(([, x, y, width]) =>
      Array.from({ length: Number(width) }, (_, offset) => `${Number(x) + offset} ${y}`)
    )
  )

describe("the QR code of a link", () => {
  it("is drawn module by module as it was encoded, and nothing else is drawn", () => {
    const { path, size } = qrOf(link)
    const { data } = encode(link, { ecc: "M", border: 4 })
    const dark = covered(path)
    assert.strictEqual(size, data.length)
    assert.strictEqual(path.replace(/M\d+ \d+h\d+v1h-\d+z/g, ""), "")
    for (const [y, row] of data.entries())
      for (const [x, module] of row.entries()) assert.strictEqual(dark.has(`${x} ${y}`), module, `${x} ${y}`)
  })

  it("has its quiet zone, and a finder in three corners", () => {
    const { path, size } = qrOf(link)
    const dark = covered(path)
    for (let at = 0; at < size; at++)
      for (let edge = 0; edge < 4; edge++)
        for (const spot of [`${at} ${edge}`, `${edge} ${at}`, `${at} ${size - 1 - edge}`, `${size - 1 - edge} ${at}`])
          assert.isFalse(dark.has(spot))
    for (const [x, y] of [
      [4, 4],
      [size - 11, 4],
      [4, size - 11]
    ] as const) {
      for (let step = 0; step < 7; step++)
        for (const spot of [`${x + step} ${y}`, `${x + step} ${y + 6}`, `${x} ${y + step}`, `${x + 6} ${y + step}`])
          assert.isTrue(dark.has(spot), spot)
    }
  })
})
