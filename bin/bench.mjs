// npm run bench: runs all bench/*.ts, or the named ones: `npm run bench -- bucketListing`.
//   npm run bench -- --tiny   before a release: once each at a small size, judging no figure
import { readdirSync } from "node:fs"
import path from "node:path"
import { buildConsole } from "./console.mjs"
import { fail, install, root, runNode } from "./runtime.mjs"

const available = readdirSync(path.join(root, "bench"))
  .filter((file) => file.endsWith(".ts"))
  .map((file) => file.slice(0, -3))
  .sort()
const given = process.argv.slice(2)
const requested = given.filter((argument) => argument !== "--tiny")
if (given.includes("--tiny")) process.env.BENCH_SIZE = "tiny"
const unknown = requested.filter((name) => !available.includes(name))
if (unknown.length > 0) fail(`no such bench: ${unknown.join(", ")} (there are ${available.join(", ") || "none"})`)

await install()
await buildConsole()
let failed = 0
for (const name of requested.length > 0 ? requested : available) {
  if ((await runNode([`bench/${name}.ts`])) !== 0) failed += 1
}
process.exitCode = failed === 0 ? 0 : 1
