import { createHash } from "node:crypto"
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs"
import path from "node:path"
import { fail, root, runNode, say, timed } from "./runtime.mjs"

const sources = [
  "frontend/adapters",
  "frontend/build",
  "frontend/package.json",
  "frontend/pdf",
  "frontend/public",
  "frontend/scripts",
  "frontend/src",
  "frontend/tsconfig.json",
  "frontend/vite.config.ts",
  "http/api",
  "package-lock.json",
  "services/domain"
]
const outputs = ["frontend/dist", "frontend/server-dist"]
const stamp = path.join(root, "frontend/server-dist/.sources")

const hash = () => {
  const sum = createHash("sha256")
  for (const source of sources) {
    const at = path.join(root, source)
    if (!existsSync(at)) continue
    for (const file of filesOf(at))
      sum.update(path.relative(root, file)).update("\0").update(readFileSync(file)).update("\0")
  }
  return sum.digest("hex")
}

const filesOf = (at) => {
  let entries
  try {
    entries = readdirSync(at, { withFileTypes: true, recursive: true })
  } catch (error) {
    if (error.code === "ENOTDIR") return [at]
    throw error
  }
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => path.join(entry.parentPath ?? entry.path, entry.name))
    .sort()
}

export const isConsoleBuilt = () =>
  outputs.every((output) => existsSync(path.join(root, output))) &&
  existsSync(stamp) &&
  readFileSync(stamp, "utf8") === hash()

export const buildConsole = async ({ always = false } = {}) => {
  if (!always && isConsoleBuilt()) return
  say("Building the console …")
  const code = await timed("console", () =>
    runNode(["scripts/build.mjs"], { cwd: path.join(root, "frontend"), stdio: ["ignore", 2, 2] })
  )
  if (code !== 0) fail("the console could not be built: see above")
  // after the build, which generates sources too
  writeFileSync(stamp, hash())
}
