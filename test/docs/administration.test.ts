import { readFileSync } from "node:fs"
import * as path from "node:path"
import { assert, describe, it } from "@effect/vitest"

const root = path.resolve(import.meta.dirname, "../..")
const read = (name: string) => readFileSync(path.join(root, name), "utf8")

const pagesOf = (workspace: string): ReadonlyArray<string> => {
  const [, frames = ""] = read("frontend/src/lib/workspaces.ts").split("const FRAMES")
  const own = frames.slice(frames.indexOf(`\n  ${workspace}: {`)).split("\n  }", 1)[0] ?? ""
  return [...own.matchAll(/\{ href: "[^"]+", label: "([^"]+)"/g)].map(([, label = ""]) => label)
}

describe("docs/administration.md", () => {
  it("has words on every page of the workspace Admin", () => {
    const pages = pagesOf("admin")
    const words = read("docs/administration.md")
    assert.isAbove(pages.length, 14)
    assert.deepStrictEqual(
      pages.filter((label) => !new RegExp(`\\*\\*(Admin → )?${label}\\*\\*`).test(words)),
      []
    )
  })
  it("and on what is one's own", () => {
    const pages = pagesOf("profile")
    const words = read("docs/administration.md").toLowerCase()
    assert.isAbove(pages.length, 7)
    assert.deepStrictEqual(
      pages.filter((label) => !words.includes(label.toLowerCase())),
      []
    )
  })
})
