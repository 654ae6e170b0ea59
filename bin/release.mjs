// Builds archive, bill of materials and checksum in .cache/release, or in `npm run release -- /srv/releases`.
import path from "node:path"
import { fileURLToPath } from "node:url"
import { buildConsole } from "./console.mjs"
import { install, root, runNode } from "./runtime.mjs"

const out = path.resolve(process.env.INIT_CWD ?? process.cwd(), process.argv[2] ?? path.join(root, ".cache/release"))

await install({ development: false })
await buildConsole()
process.exitCode = await runNode([
  "--experimental-import-meta-resolve",
  "--disable-warning=ExperimentalWarning",
  fileURLToPath(new URL("release/main.mjs", import.meta.url)),
  out
])
