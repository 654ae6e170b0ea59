// npm test: installs what is missing, builds the console for the tests that open it, and runs the tests.
// Arguments go to vitest: `npm test -- test/layers/sql`.
import { existsSync, mkdirSync, readFileSync, rmSync } from "node:fs"
import path from "node:path"
import { buildConsole } from "./console.mjs"
import { install, root, runNode } from "./runtime.mjs"

const args = process.argv.slice(2)
const names = args.filter((arg) => !arg.startsWith("-"))
const needsConsole = names.length === 0 || names.some((name) => /browser|client|console|e2e|frontend|http/.test(name))
const report = path.join(root, `.cache/test-report-${process.pid}.json`)

/** The closing line that any reader understands. */
const summary = (code) => {
  if (!existsSync(report)) return process.stdout.write("0 passed, 1 failed, 0 skipped\n")
  const { numPassedTests, numFailedTests, numPendingTests, testResults } = JSON.parse(readFileSync(report, "utf8"))
  // a file that could not even be loaded has no test that failed
  const unloaded = testResults.filter((file) => file.status === "failed" && file.assertionResults.length === 0).length
  // nor does a run that ended before any file, or an error outside every test
  const failed = Math.max(numFailedTests + unloaded, code === 0 ? 0 : 1)
  process.stdout.write(`${numPassedTests} passed, ${failed} failed, ${numPendingTests} skipped\n`)
}

await install()
if (needsConsole) await buildConsole()
mkdirSync(path.dirname(report), { recursive: true })
rmSync(report, { force: true })
const code = await runNode([
  "node_modules/vitest/vitest.mjs",
  "run",
  "--reporter=default",
  "--reporter=json",
  `--outputFile.json=${report}`,
  ...args
])
summary(code)
process.exitCode = code
rmSync(report, { force: true })
