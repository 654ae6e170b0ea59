import { assert, describe, it } from "@effect/vitest"
import { readdirSync, readFileSync } from "node:fs"
import * as path from "node:path"

const root = path.resolve(import.meta.dirname, "../..")

const filesUnder = (folder: string): ReadonlyArray<string> =>
  readdirSync(path.join(root, folder), { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith(".js"))
    .map((entry) => path.join(entry.parentPath, entry.name))

const ofEffect = /["'`]~effect\//

const withEffect = (files: ReadonlyArray<string>) => files.filter((file) => ofEffect.test(readFileSync(file, "utf8")))

describe("what browsers are sent", () => {
  it("has nothing of Effect in it, though its types come from the contract", () => {
    assert.isAbove(
      withEffect(filesUnder("node_modules/effect/dist").filter((file) => /dist\/\w+\.js$/.test(file))).length,
      20,
      "Effect is known by its mark"
    )
    const sent = filesUnder("frontend/dist/build")
    assert.isAbove(sent.length, 20)
    assert.isTrue(
      sent.some((file) => readFileSync(file, "utf8").includes("POST /api/auth/login/ldap/:provider_id")),
      "operations are named as the contract names them"
    )
    assert.deepStrictEqual(withEffect(sent), [])
  })
})
