// Follows literal imports; needs --experimental-import-meta-resolve, so that Node resolves them.
import { existsSync, readdirSync, readFileSync } from "node:fs"
import { createRequire, isBuiltin } from "node:module"
import path from "node:path"
import { fileURLToPath, pathToFileURL } from "node:url"

const IMPORT_PATTERNS = [
  /(?:^|[;}\n])\s*(?:import|export)\s(?!type\b)(?:[\w*{}\s,$]+?\sfrom\s*)?["']([^"'\n]+)["']/g,
  /(?:^|[;}\n])\s*(?:import|export)\s*[\w*{}\s,$]+?from\s*["']([^"'\n]+)["']/g,
  /\bimport\(\s*(?:\/\*.*?\*\/\s*)?["']([^"'\n]+)["']\s*\)/g
]
const requires = /\brequire\(\s*["']([^"'\n]+)["']\s*\)/g
// our own files and virtual modules (`@qwik-city-plan`, `virtual:…`)
const notPackages = /^(?:[.~#/]|@[^/]+$|virtual:)/
const COMMENT_PATTERN = /^\s*(?:\/\/|\/?\*).*$/gm

export const filesBelow = (folder, names = /./) =>
  readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile() && names.test(entry.name))
    .map((entry) => path.join(entry.parentPath, entry.name))
    .sort()

const fromFile = (file) => (specifier) => {
  const at = fileURLToPath(import.meta.resolve(specifier, pathToFileURL(file).href))
  if (!existsSync(at)) throw new Error(`${at} is not there`)
  return at
}

const packageOf = (file) => /^.*[\\/]node_modules[\\/](?:@[^\\/]+[\\/])?[^\\/]+/.exec(file)?.[0] ?? null

const literals = (text, patterns) =>
  patterns.flatMap((pattern) => Array.from(text.matchAll(pattern), (match) => match[1]))

/** Packages may have missing optional imports (`ws`); our own must exist. */
const importedBy = (file) => {
  const own = packageOf(file) === null
  const text = readFileSync(file, "utf8").replace(COMMENT_PATTERN, "")
  const found = [
    ...literals(text, IMPORT_PATTERNS)
      .filter((name) => !own || !notPackages.test(name))
      .map((name) => [name, fromFile(file)]),
    ...(own ? [] : literals(text, [requires]).map((name) => [name, createRequire(file).resolve]))
  ]
  return found.flatMap(([name, resolve]) => {
    if (isBuiltin(name)) return []
    try {
      return [resolve(name)]
    } catch (error) {
      if (own) throw new Error(`${file} imports ${name}, which is not installed`, { cause: error })
      return []
    }
  })
}

export const packagesReached = (sources) => {
  const visited = new Set()
  const queue = [...sources]
  for (let file = queue.pop(); file !== undefined; file = queue.pop()) {
    if (visited.has(file)) continue
    visited.add(file)
    if (/\.[mc]?[jt]sx?$/.test(file)) queue.push(...importedBy(file))
  }
  return [...new Set([...visited].map(packageOf).filter((folder) => folder !== null))].sort()
}
