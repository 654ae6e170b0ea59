import { assert, it } from "@effect/vitest"
import { readFileSync } from "node:fs"
import * as path from "node:path"
import { copyLosses } from "#domain/objects/CopyProperties.ts"

const page = readFileSync(path.resolve(import.meta.dirname, "../../docs/browser.md"), "utf8")

it("the table of what a copy carries names each loss that accept_losses takes, once", () => {
  const [, section = ""] = page.split("## What a copy carries\n")
  const properties = section
    .split("\n## ")[0]!
    .split("\n")
    .flatMap((line) => (line.startsWith("|") ? [line.split("|")[1] ?? ""] : []))
  assert.isAbove(properties.length, copyLosses.length)
  const names = properties.flatMap((property) => Array.from(property.matchAll(/`([a-z_]+)`/g), ([, name]) => name))
  assert.sameMembers(names, [...copyLosses])
})
