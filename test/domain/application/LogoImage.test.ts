import { assert, describe, it } from "@effect/vitest"
import { largestLogo, readLogo } from "#domain/identity/application/LogoImage.ts"

const of = (type: string, bytes: ReadonlyArray<number>, length = 64) =>
  `data:${type};base64,${Buffer.concat([Buffer.from(bytes), Buffer.alloc(Math.max(0, length - bytes.length))]).toString("base64")}`

const png = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]
const jpeg = [0xff, 0xd8, 0xff, 0xe0]
const webp = [...Buffer.from("RIFF"), 1, 2, 3, 4, ...Buffer.from("WEBP")]

describe("a logo", () => {
  it.each([
    ["image/png", png],
    ["image/jpeg", jpeg],
    ["image/webp", webp]
  ] as const)("%s is known by its first bytes", (type, bytes) => {
    const read = readLogo(of(type, bytes))
    assert.isObject(read)
    if (typeof read !== "string") assert.strictEqual(read.type, type)
  })
  it.each([
    ["another type than it says", of("image/png", jpeg)],
    ["SVG", of("image/svg+xml", [...Buffer.from("<svg>")])],
    ["HTML that says PNG", of("image/png", [...Buffer.from("<html>")])],
    ["no data URL", "https://example.org/a.png"],
    ["another parameter", of("image/png", png).replace(";base64", ";charset=x;base64")],
    ["bad base64", "data:image/png;base64,iVBO%"],
    ["missing padding", of("image/png", png).replace(/=+$/, "").slice(0, -1)],
    ["a byte too many", of("image/png", png, largestLogo + 1)],
    ["nothing", ""],
    ["GIF", of("image/gif", [...Buffer.from("GIF89a")])]
  ] as const)("refuses %s", (_, text) => {
    assert.isString(readLogo(text))
  })
  it("may have exactly 64 KiB", () => {
    assert.isObject(readLogo(of("image/png", png, largestLogo)))
  })
})
