// npm test: installs what is missing, builds the console for the tests that open it, and runs the tests.
// Arguments go to vitest: `npm test -- test/layers/sql`.
import { existsSync, mkdirSync, readFileSync, rmSync } from "node:fs"
import path from "node:path"
import { buildConsole } from "./console.mjs"
import { install, root, runNode } from "./runtime.mjs"

const args = process.argv.slice(2)
const names = args.filter((arg) => !arg.startsWith("-"))
const needsConsole = names.length === 0 || names.some((name) => /browser|client|console|e2e|frontend|http/.test(name))
const reportOf = (run) => path.join(root, `.cache/test-report-${process.pid}-${run}.json`)

/** More files than this that fail are no matter of moments. */
const FEW = 3

/** Runs vitest; answers its results, with one failure where it had none to tell of. `strayed`: an error came outside every test. */
const run = async (number, given) => {
  const report = reportOf(number)
  rmSync(report, { force: true })
  const strays = `${report}.strays`
  process.env.STOWAGE_STRAYS = strays
  const code = await runNode(["node_modules/vitest/vitest.mjs", "run", "--reporter=default", "--reporter=json", "--reporter=./bin/strays.mjs", `--outputFile.json=${report}`, ...given])
  const strayed = existsSync(strays)
  rmSync(strays, { force: true })
  if (!existsSync(report)) return { code, files: [], strayed, passed: 0, failed: 1, skipped: 0 }
  const { numPassedTests, numFailedTests, numPendingTests, testResults } = JSON.parse(readFileSync(report, "utf8"))
  rmSync(report, { force: true })
  const files = testResults.filter(({ status }) => status === "failed")
  // a file that could not even be loaded has no test that failed
  const unloaded = files.filter(({ assertionResults }) => assertionResults.length === 0).length
  // nor does a run that ended before any file, or an error outside every test
  return { code, files, strayed, passed: numPassedTests, failed: Math.max(numFailedTests + unloaded, code === 0 ? 0 : 1), skipped: numPendingTests }
}

const fallen = ({ assertionResults, name }) => assertionResults.filter(({ status }) => status === "failed").map(({ fullName }) => `${path.relative(root, name)} > ${fullName}`)

await install()
if (needsConsole) await buildConsole()
mkdirSync(path.join(root, ".cache"), { recursive: true })
let result = await run(1, args)
// A failure that does not come again is a fault as well, of the test or of the product: it is named, and refuses nobody else's change.
const few = !result.strayed && result.files.length > 0 && result.files.length <= FEW && result.files.every((file) => fallen(file).length > 0)
if (names.length === 0 && few) {
  const unsteady = result.files.flatMap(fallen)
  process.stdout.write(`\nOnce more, alone: what failed in ${result.files.map(({ name }) => path.relative(root, name)).join(", ")}\n`)
  const again = await run(2, [...args, ...result.files.map(({ name }) => path.relative(root, name))])
  if (again.code === 0) {
    process.stdout.write(`\nUnsteady, to be mended: failed at first, and not when run again\n${unsteady.map((name) => `  ${name}\n`).join("")}`)
    result = { ...again, passed: result.passed + unsteady.length, skipped: result.skipped }
  }
}
process.stdout.write(`${result.passed} passed, ${result.failed} failed, ${result.skipped} skipped\n`)
process.exitCode = result.code
