// npm start: installs what is missing, builds the console when its sources changed, migrates, and serves.
import path from "node:path"
import { pathToFileURL } from "node:url"
import { buildConsole } from "./console.mjs"
import { memoryFlags } from "./flags.mjs"
import { install, root, runNode } from "./runtime.mjs"

await install()
await buildConsole()
const follow = pathToFileURL(path.join(root, "bin/follow.mjs")).href
process.exitCode = await runNode(
  [...memoryFlags(), "--import", follow, "layers/commands/main.ts", "serve", "--migrate", ...process.argv.slice(2)],
  { detached: true, stdio: ["ignore", "inherit", "inherit", "ipc"] }
)
