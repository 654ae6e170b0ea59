import { existsSync, readdirSync, readFileSync } from "node:fs"
import path from "node:path"
import { filesBelow } from "./reach.mjs"

// Node runs no TypeScript in packages; types, maps and manuals are for builds
const runs = /\.(?:[mc]?js|json|node|wasm|dat)$/
const licence = /^(?:licen[cs]e|copying|notice|copyright)/i

const isShipped = (folder) => (file) =>
  (runs.test(file) && !file.slice(folder.length).includes(`${path.sep}node_modules${path.sep}`)) ||
  licence.test(path.basename(file))

export const filesOf = (folder) =>
  filesBelow(folder)
    .filter((file) => !file.slice(folder.length).includes(`${path.sep}node_modules${path.sep}`))
    .filter(isShipped(folder))

const licenceName = ({ license, licenses }) =>
  typeof license === "string"
    ? license
    : (license?.type ?? licenses?.map(({ type }) => type).join(" OR ") ?? "NOASSERTION")

export const described = (root, lock, folder) => {
  const manifest = JSON.parse(readFileSync(path.join(folder, "package.json"), "utf8"))
  const place = path.relative(root, folder).split(path.sep).join("/")
  const texts = readdirSync(folder)
    .filter((name) => licence.test(name))
    .sort()
    .map((name) => path.join(folder, name))
    .filter((file) => existsSync(file))
  return {
    name: manifest.name,
    version: manifest.version,
    license: licenceName(manifest),
    author: typeof manifest.author === "string" ? manifest.author : manifest.author?.name,
    integrity: lock.packages[place]?.integrity,
    texts: texts.map((file) => readFileSync(file, "utf8").trim())
  }
}

const byName = (a, b) => (`${a.name}@${a.version}` < `${b.name}@${b.version}` ? -1 : 1)

export const listed = (root, lock, folders) =>
  [
    ...new Map(
      folders.map((folder) => described(root, lock, folder)).map((one) => [`${one.name}@${one.version}`, one])
    ).values()
  ].sort(byName)
