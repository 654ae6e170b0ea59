// npm run check: types, Effect diagnostics, the console's types and lint, and the rooms' rules.
import path from "node:path"
import { install, root, runNode, say } from "./runtime.mjs"

const bin = (name) => path.join(root, "node_modules", name)
const checks = [
  // each of TypeScript 7's checkers would instantiate Effect's types again: one is fastest on few cores
  ["types", [bin("typescript/bin/tsc"), "--checkers", "1", "-p", "."]],
  ["Effect diagnostics", [bin(".bin/effect-tsgo"), "diagnostics", "--project", "tsconfig.json", "--strict"]],
  ["console", ["scripts/check.mjs"], { cwd: path.join(root, "frontend") }],
  ["architecture", [bin("vitest/vitest.mjs"), "run", "test/architecture.test.ts"]]
]

await install()
const failed = []
for (const [name, args, options] of checks) {
  const began = Date.now()
  const code = await runNode(args, options)
  if (code !== 0) failed.push(name)
  say(`${code === 0 ? "ok  " : "FAIL"} ${name} (${((Date.now() - began) / 1000).toFixed(1)} s)`)
}
if (failed.length > 0) {
  say(`check failed: ${failed.join(", ")}`)
  process.exitCode = 1
}
