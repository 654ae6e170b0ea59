// npm test: installs what is missing, builds the console for the tests that open it, and runs the tests.
// Arguments go to vitest: `npm test -- test/layers/sql`.
import { existsSync, mkdirSync, readFileSync, rmSync } from "node:fs"
import path from "node:path"
import { buildConsole } from "./console.mjs"
import { install, root, runNode } from "./runtime.mjs"

const args = process.argv.slice(2)
const names = args.filter((arg) => !arg.startsWith("-"))
const needsConsole = names.length === 0 || names.some((name) => /browser|console|http|frontend/.test(name))
const report = path.join(root, `.cache/test-report-${process.pid}.json`)

/** The closing line that any reader understands. */
const summary = () => {
  if (!existsSync(report)) return
  const { numPassedTests, numFailedTests, numPendingTests, testResults } = JSON.parse(readFileSync(report, "utf8"))
  // a file that could not even be loaded has no test that failed
  const unloaded = testResults.filter((file) => file.status === "failed" && file.assertionResults.length === 0).length
  process.stdout.write(`${numPassedTests} passed, ${numFailedTests + unloaded} failed, ${numPendingTests} skipped\n`)
}

await install()
if (needsConsole) await buildConsole()
mkdirSync(path.dirname(report), { recursive: true })
rmSync(report, { force: true })
process.exitCode = await runNode([
  "node_modules/vitest/vitest.mjs",
  "run",
  "--reporter=default",
  "--reporter=json",
  `--outputFile.json=${report}`,
  ...args
])
summary()
rmSync(report, { force: true })
