import { existsSync } from "node:fs"
import path from "node:path"
import { buildConsole, isConsoleBuilt } from "./console.mjs"
import { memoryFlags } from "./flags.mjs"
import { becomeService, install, root, runNode, timed } from "./runtime.mjs"

const main = "layers/commands/main.ts"

const lacksDatabase = () =>
  !process.env.DATABASE_URL && !existsSync(path.resolve(root, process.env.DATA_DIR || "data", "postgres/PG_VERSION"))

/** Ignores a failure: the service reports it. */
const makeDatabase = () => timed("database", () => runNode([main, "migrate"], { stdio: "ignore" }))

await install({ development: false })
const flags = memoryFlags()
if (!isConsoleBuilt()) await Promise.all([buildConsole(), lacksDatabase() ? makeDatabase() : undefined])
process.exitCode = await becomeService([...flags, main, "serve", "--migrate", ...process.argv.slice(2)])
