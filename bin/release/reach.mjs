// Which packages the product can load: from its own sources along every literal import, without running any of it.
// Runs with --experimental-import-meta-resolve, so that Node itself says where an import leads.
import { existsSync, readdirSync, readFileSync } from "node:fs"
import { createRequire, isBuiltin } from "node:module"
import path from "node:path"
import { fileURLToPath, pathToFileURL } from "node:url"

const imports = [
  /(?:^|[;}\n])\s*(?:import|export)\s(?!type\b)(?:[\w*{}\s,$]+?\sfrom\s*)?["']([^"'\n]+)["']/g,
  // minified packages
  /(?:^|[;}\n])\s*(?:import|export)\s*[\w*{}\s,$]+?from\s*["']([^"'\n]+)["']/g,
  /\bimport\(\s*(?:\/\*.*?\*\/\s*)?["']([^"'\n]+)["']\s*\)/g
]
const requires = /\brequire\(\s*["']([^"'\n]+)["']\s*\)/g
// our own files, and what the bundler makes up (`@qwik-city-plan`, `virtual:…`)
const notPackages = /^(?:[.~#/]|@[^/]+$|virtual:)/
const comments = /^\s*(?:\/\/|\/?\*).*$/gm

/** Files below a folder whose names match, as paths, sorted. */
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

/** The folder of the package that a file belongs to, null for our own. */
const packageOf = (file) => /^.*[\\/]node_modules[\\/](?:@[^\\/]+[\\/])?[^\\/]+/.exec(file)?.[0] ?? null

const literals = (text, patterns) => patterns.flatMap((pattern) => Array.from(text.matchAll(pattern), (match) => match[1]))

/** Files that `file` imports. What a package would like to have and is not installed (`ws` and its native helpers) is left out; what we import has to be there. */
const importedBy = (file) => {
  const own = packageOf(file) === null
  const text = readFileSync(file, "utf8").replace(comments, "")
  const found = [
    ...literals(text, imports).filter((name) => !own || !notPackages.test(name)).map((name) => [name, fromFile(file)]),
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

/** Folders of the packages that these sources of ours reach, sorted. */
export const packagesReached = (sources) => {
  const seen = new Set()
  const queue = [...sources]
  for (let file = queue.pop(); file !== undefined; file = queue.pop()) {
    if (seen.has(file)) continue
    seen.add(file)
    if (/\.[mc]?[jt]sx?$/.test(file)) queue.push(...importedBy(file))
  }
  return [...new Set([...seen].map(packageOf).filter((folder) => folder !== null))].sort()
}
