import { cpSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, symlinkSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import * as path from "node:path"

const root = path.resolve(import.meta.dirname, "../..")

const PARTS = [
  "layers",
  "services",
  "http",
  "streams",
  "schedules",
  "sandbox",
  "migrations",
  "package.json",
  "frontend/dist",
  "frontend/server-dist"
]

export const copyProduct = (): { readonly folder: string; readonly serve: ReadonlyArray<string> } => {
  const folder = mkdtempSync(path.join(tmpdir(), "stowage-product-"))
  for (const part of PARTS) cpSync(path.join(root, part), path.join(folder, part), { recursive: true })
  symlinkSync(path.join(root, "node_modules"), path.join(folder, "node_modules"))
  return { folder, serve: [path.join(folder, "layers/commands/main.ts"), "serve", "--migrate"] }
}

const filesIn = (folder: string): ReadonlyArray<string> =>
  readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.join(entry.parentPath, entry.name))

export const renameScripts = (folder: string): void => {
  const [dist, server] = [path.join(folder, "frontend/dist"), path.join(folder, "frontend/server-dist")]
  for (const file of filesIn(dist)) if (/\.(br|gz)$/.test(file)) rmSync(file)
  const names = readdirSync(path.join(dist, "build"))
    .map((file) => /^([a-z]-[\w-]{8})\.\w+$/.exec(file)?.[1])
    .filter((name) => name !== undefined)
  const another = (name: string) => `${name.slice(0, 2)}${[...name.slice(2)].reverse().join("")}`
  const knownNames = new RegExp(names.join("|"), "g")
  for (const file of [...filesIn(dist), ...filesIn(server)]) {
    if (!/\.(js|json)$/.test(file)) continue
    writeFileSync(file, readFileSync(file, "utf8").replace(knownNames, another))
    const name = path.basename(file)
    if (knownNames.test(name)) renameSync(file, path.join(path.dirname(file), name.replace(knownNames, another)))
    knownNames.lastIndex = 0
  }
}
