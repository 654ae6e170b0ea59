import { createHash } from "node:crypto"
import { mkdirSync, readFileSync, renameSync, statSync, writeFileSync } from "node:fs"
import { getCompileCacheDir, registerHooks } from "node:module"
import * as path from "node:path"
import { pathToFileURL } from "node:url"

const root = path.resolve(import.meta.dirname, "../..")

const WITNESS_FILES = ["package.json", "node_modules/.package-lock.json", "sbom.cdx.json"]

type Resolutions = Record<string, Record<string, readonly [url: string, format: string]>>

interface Stored {
  readonly witness: string
  readonly resolutions: Resolutions
}

const witnessed = (): string =>
  WITNESS_FILES.map((name) => {
    const stats = statSync(path.join(root, name), { throwIfNoEntry: false })
    return `${name} ${stats?.size} ${stats?.mtimeMs}`
  }).join("\n")

const read = (file: string, witness: string): Resolutions => {
  try {
    const stored = JSON.parse(readFileSync(file, "utf8")) as Stored
    return stored.witness === witness ? stored.resolutions : {}
  } catch {
    // first start, or an interrupted write
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
    // a read-only folder: nothing is cached
  }
}

/** Resolving 2,000 modules takes a CPU second. A change of packages clears it. Returns the function that stores it. */
export const cacheResolutions = (): (() => void) => {
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
      if (
        parent?.startsWith(base) !== true ||
        !context.conditions.includes("import") ||
        Object.keys(context.importAttributes).length > 0
      ) {
        return next(specifier, context)
      }
      const importer = parent.slice(base.length)
      const stored = resolutions[importer]?.[specifier]
      if (stored !== undefined) return { url: base + stored[0], format: stored[1], shortCircuit: true }
      const resolution = next(specifier, context)
      if (typeof resolution.format === "string" && resolution.url.startsWith(base)) {
        isNew = true
        const ofImporter = (resolutions[importer] ??= {})
        ofImporter[specifier] = [resolution.url.slice(base.length), resolution.format]
      }
      return resolution
    }
  })
  return () => {
    if (isNew) write(file, { witness, resolutions })
  }
}
