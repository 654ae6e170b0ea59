// npm start: installs what is missing, builds the console when its sources changed, migrates, and serves.
import { buildConsole } from "./console.mjs"
import { memoryFlags } from "./flags.mjs"
import { becomeService, install } from "./runtime.mjs"

await install()
await buildConsole()
process.exitCode = await becomeService([...memoryFlags(), "layers/commands/main.ts", "serve", "--migrate", ...process.argv.slice(2)])
