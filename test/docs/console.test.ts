import { assert, describe, it } from "@effect/vitest"
import { readFileSync } from "node:fs"
import * as path from "node:path"

const root = path.resolve(import.meta.dirname, "../..")
const text = (file: string) => readFileSync(path.join(root, file), "utf8")
const lines = (file: string) => text(file).split("\n").length - 1

const guide = text("docs/console.md")
const counted = Array.from(guide.matchAll(/^\| `(frontend\/[^`]+)` \| (.*) \|$/gm), ([, file = "", rest = ""]) => ({
  file,
  numbers: rest
    .split("|")
    .map((cell) => cell.trim())
    .filter((cell) => /^\d+$/.test(cell))
    .map(Number)
}))
const pages = counted.filter(({ file }) => file.endsWith("/index.tsx") && file.includes("/routes/"))

describe("the guide to the console's frame", () => {
  it("says how long the files are that it names", () => {
    assert.isAtLeast(counted.length, 14)
    for (const { file, numbers } of counted)
      assert.strictEqual(numbers.at(-1), lines(file), `${file}: write ${lines(file)}`)
  })

  it("adds the pages up, and none is longer than 110 lines", () => {
    const listings = pages.filter(({ numbers }) => numbers.length === 2)
    assert.strictEqual(listings.length, 9)
    const sums = [0, 1].map((at) => listings.reduce((sum, { numbers }) => sum + (numbers[at] ?? 0), 0))
    assert.include(guide, `| together | ${sums[0]} | ${sums[1]} |`)
    for (const { file } of listings) assert.isAtMost(lines(file), 110, file)
  })

  it("shows the page as it is", () => {
    const shown = /```tsx\n([\s\S]*?)```/.exec(guide)?.[1]
    assert.strictEqual(shown, text("frontend/src/routes/(console)/admin/accounts/index.tsx"))
  })
})
