import { readdirSync, readFileSync } from "node:fs"
import * as path from "node:path"
import { assert, describe, it } from "@effect/vitest"
import * as commands from "../../frontend/src/lib/operator-commands.ts"

const root = path.resolve(import.meta.dirname, "../..")
const readme = readFileSync(path.join(root, "README.md"), "utf8")
const scripts = Object.keys(
  (JSON.parse(readFileSync(path.join(root, "package.json"), "utf8")) as { readonly scripts: Record<string, string> })
    .scripts
)

const sources = readdirSync(path.join(root, "frontend/src"), { recursive: true, encoding: "utf8" }).filter((name) =>
  /\.tsx?$/.test(name)
)

describe("commands on pages", () => {
  for (const [name, command] of Object.entries(commands)) {
    it(`${name} stands in the README, letter for letter`, () => {
      assert.include(readme, `\`${command}\``)
    })
  }

  it("npm run finds what they run", () => {
    for (const command of Object.values(commands)) {
      const script = /^npm run (\S+)/.exec(command)?.[1]
      if (script !== undefined) assert.include(scripts, script)
    }
  })

  it("stand nowhere else: a page that says one takes it from there", () => {
    for (const name of sources.filter((file) => !file.endsWith("operator-commands.ts"))) {
      const text = readFileSync(path.join(root, "frontend/src", name), "utf8")
      for (const [found] of text.matchAll(
        /stowage (bootstrap-token|serve|migrate|recover)|npm run stowage|radosgw-admin user create/g
      ))
        assert.fail(`${name}: ${found}`)
    }
  })
})
