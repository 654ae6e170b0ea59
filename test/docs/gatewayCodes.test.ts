import { assert, describe, it } from "@effect/vitest"
import { readdirSync, readFileSync } from "node:fs"
import * as path from "node:path"

const root = path.resolve(import.meta.dirname, "../..")
const legend = readFileSync(path.join(root, "docs/gateway-codes.md"), "utf8")
const explained = new Set(Array.from(legend.matchAll(/^\| ([A-Z]\d+) \|/gm), (match) => match[1]!))

const cited = ["services", "streams", "layers", "sandbox", "http", "test", "bench"]
  .flatMap((folder) =>
    readdirSync(path.join(root, folder), { withFileTypes: true, recursive: true })
      .filter((entry) => entry.isFile() && entry.name.endsWith(".ts"))
      .map((entry) => path.join(entry.parentPath, entry.name))
  )
  .flatMap((file) =>
    readFileSync(file, "utf8")
      // a long name is on the line after its call
      .replaceAll(/\(\s*\n\s*(?=["`])/g, "(")
      .split("\n")
      .flatMap((line, at) => {
        // the name of a table of cases follows the table
        const named = /(?:\b(?:it|describe)\S*|^ {2}\] as const\))\(["`]([^"`]*)["`]/.exec(line)?.[1]
        const comment = named ?? /(?:^\s*\*|\/\/|\/\*\*)(.*)$/.exec(line)?.[1] ?? ""
        return Array.from(comment.matchAll(/(?<![\w%-])([ATSINP]\d{1,2})(?![\w.-])/g), (match) => match[1]!)
          .filter((code) => code !== "S3")
          .map((code) => ({ code, names: named !== undefined, at: `${path.relative(root, file)}:${at + 1}` }))
      })
  )

describe("docs/gateway-codes.md", () => {
  it("explains every code that a comment or a test's name cites", () => {
    assert.isAbove(cited.length, 20)
    assert.deepStrictEqual(
      cited.filter(({ code }) => !explained.has(code)),
      []
    )
  })

  it("has a test, which names it, for every code that buckets and their features meet", () => {
    // S11 is an answer without a request; S14 and S18 are of objects
    const met = Array.from(explained).filter(
      (code) =>
        (/^S\d/.test(code) && !["S3", "S11", "S14", "S18"].includes(code)) ||
        ["A13", "A14", "A15", "A16", "A17", "A20", "I10", "N2", "N3", "P1", "T1", "T3", "T8", "T11"].includes(code)
    )
    const named = new Set(cited.filter(({ at, names }) => names && at.startsWith("test/")).map(({ code }) => code))
    assert.isAbove(met.length, 25)
    assert.deepStrictEqual(
      met.filter((code) => !named.has(code)),
      []
    )
  })

  it("explains S3, whose code reads like the protocol's name", () => {
    assert.isTrue(explained.has("S3"))
  })
})
