import { readFileSync } from "node:fs"
import path from "node:path"
import { billOfMaterials, licenceTexts } from "./bill.mjs"
import { filesOf, listed } from "./packages.mjs"
import { filesBelow, packagesReached } from "./reach.mjs"

const ourSources = ["layers", "services", "http", "streams", "schedules", "sandbox", "migrations"]
const programs = [
  "bin/stowage",
  "bin/stowage.mjs",
  "bin/runtime.mjs",
  "bin/flags.mjs",
  "bin/follow.mjs",
  "bin/console.mjs"
]
const built = ["frontend/dist", "frontend/server-dist"]
const art = ["@fontsource-variable/inter", "@fontsource-variable/jetbrains-mono", "@iconify-json/lucide", "world-atlas"]
const papers = ["LICENSE", "README.md", "CHANGELOG.md"]

const manifest = ({ description, engines, imports, license, name, type, version }) => ({
  name,
  version,
  description,
  license,
  private: true,
  type,
  engines,
  imports
})

/** `seconds` since 1970. */
export const contents = (root, seconds) => {
  const at = (...parts) => path.join(root, ...parts)
  const read = (name) => JSON.parse(readFileSync(at(name), "utf8"))
  const [product, lock] = [read("package.json"), read("package-lock.json")]
  const sources = ourSources.flatMap((folder) => filesBelow(at(folder), /\.ts$/))
  const folders = packagesReached(sources)
  const runtime = listed(root, lock, folders)
  const shown = ["frontend/src", "frontend/pdf"]
    .flatMap((folder) => filesBelow(at(folder), /\.tsx?$/))
    .filter((file) => !/\.d\.ts$/.test(file))
  const bundled = listed(root, lock, [...packagesReached(shown), ...art.map((name) => at("node_modules", name))])
  const bill = billOfMaterials({ product, runtime, console: bundled, seconds })
  const made = (name, text) => ({ name, data: Buffer.from(text) })
  const copied = (file) => {
    const name = path.relative(root, file).split(path.sep).join("/")
    return { name, data: readFileSync(file), executable: name === "bin/stowage" }
  }
  return {
    product,
    bill,
    packages: runtime.length,
    entries: [
      made("package.json", `${JSON.stringify(manifest(product), null, 2)}\n`),
      made("sbom.cdx.json", `${JSON.stringify(bill, null, 2)}\n`),
      made(
        "THIRD-PARTY-LICENSES.txt",
        licenceTexts([...new Map([...runtime, ...bundled].map((one) => [`${one.name}@${one.version}`, one])).values()])
      ),
      ...[
        ...sources,
        ...programs.map((name) => at(name)),
        ...built.flatMap((folder) => filesBelow(at(folder))),
        ...papers.map((name) => at(name)),
        ...filesBelow(at("docs"), /\.md$/),
        ...filesBelow(at("deploy")),
        ...folders.flatMap(filesOf)
      ].map(copied)
    ]
  }
}
