import { createHash } from "node:crypto"
import { mkdirSync, readFileSync, renameSync, statSync, writeFileSync } from "node:fs"
import { getCompileCacheDir, registerHooks } from "node:module"
import * as path from "node:path"
import { pathToFileURL } from "node:url"

const root = path.resolve(import.meta.dirname, "../..")

/** Files that change when packages or the names of imports do: of a checkout, and of a release. */
const witnesses = ["package.json", "node_modules/.package-lock.json", "sbom.cdx.json"]

/** The module that a specifier leads to from each importing module: its URL and its format. URLs below the root are relative to it. */
type Resolutions = Record<string, Record<string, readonly [url: string, format: string]>>

interface Stored {
  readonly witness: string
  readonly resolutions: Resolutions
}

const witnessed = (): string => witnesses.map((name) => {
  const stats = statSync(path.join(root, name), { throwIfNoEntry: false })
  return `${name} ${stats?.size} ${stats?.mtimeMs}`
}).join("\n")

const read = (file: string, witness: string): Resolutions => {
  try {
    const stored = JSON.parse(readFileSync(file, "utf8")) as Stored
    return stored.witness === witness ? stored.resolutions : {}
  } catch {
    // the first start, or one that was cut off: it is made again
    return {}
  }
}

const write = (file: string, stored: Stored): void => {
  try {
    mkdirSync(path.dirname(file), { recursive: true })
    const own = `${file}.${process.pid}`
    writeFileSync(own, JSON.stringify(stored))
    renameSync(own, file)
  } catch {
    // as of what Node compiled: where it cannot be written nothing is kept
  }
}

/**
 * Makes imports from here on faster: where each of them leads is stored beside what Node compiled, and searched for once. Some 2,000 modules
 * are a second of the processor. What a file imports anew is resolved as ever; a change of packages forgets everything. Answers what stores
 * what was resolved until then; without Node's cache nothing is done.
 */
export const cacheResolutions = (): () => void => {
  const folder = getCompileCacheDir()
  if (folder === undefined) return () => {}
  const base = pathToFileURL(`${root}/`).href
  const file = path.join(folder, `resolutions-${createHash("sha256").update(base).digest("hex").slice(0, 16)}.json`)
  const witness = witnessed()
  const resolutions = read(file, witness)
  let isNew = false
  registerHooks({
    resolve: (specifier, context, next) => {
      const parent = context.parentURL
      if (parent?.startsWith(base) !== true || !context.conditions.includes("import") || Object.keys(context.importAttributes).length > 0) {
        return next(specifier, context)
      }
      const importer = parent.slice(base.length)
      const stored = resolutions[importer]?.[specifier]
      if (stored !== undefined) return { url: base + stored[0], format: stored[1], shortCircuit: true }
      const found = next(specifier, context)
      if (typeof found.format === "string" && found.url.startsWith(base)) {
        isNew = true
        const ofImporter = resolutions[importer] ??= {}
        ofImporter[specifier] = [found.url.slice(base.length), found.format]
      }
      return found
    }
  })
  return () => { if (isNew) write(file, { witness, resolutions }) }
}
