import { execFileSync } from "node:child_process"
import path from "node:path"
import { install, nodeBinary, root, run, runNode, say } from "./runtime.mjs"

const bin = (name) => path.join(root, "node_modules", name)

/** Reports TypeScript's and Effect's diagnostics in one run. */
const effectTypeScript = () =>
  execFileSync(nodeBinary(), [bin("@effect/tsgo/dist/effect-tsgo.cjs"), "get-exe-path"], {
    cwd: root,
    encoding: "utf8"
  }).trim()

await install()
const lanes = [
  // each checker of TypeScript 7 would instantiate Effect's types again
  [["types and Effect diagnostics", () => run([effectTypeScript(), "--checkers", "1", "-p", "."])]],
  [
    ["format and lint", () => runNode([bin("@biomejs/biome/bin/biome"), "ci", "--error-on-warnings", "."])],
    ["contract", () => runNode(["bin/lintContract.mjs"])],
    ["console", () => runNode(["scripts/check.mjs"], { cwd: path.join(root, "frontend") })],
    [
      "architecture and language",
      () => runNode([bin("vitest/vitest.mjs"), "run", "test/architecture.test.ts", "test/language.test.ts"])
    ]
  ]
]

const failed = []
await Promise.all(
  lanes.map(async (lane) => {
    for (const [name, check] of lane) {
      const began = Date.now()
      const code = await check()
      if (code !== 0) failed.push(name)
      say(`${code === 0 ? "ok  " : "FAIL"} ${name} (${((Date.now() - began) / 1000).toFixed(1)} s)`)
    }
  })
)
if (failed.length > 0) {
  say(`check failed: ${failed.join(", ")}`)
  process.exitCode = 1
}
