// npm test: installs what is missing, builds the console for the tests that open it, and runs the tests.
//   npm test                                  everything
//   npm test -- test/layers/sql -t name       some files; further arguments go to vitest
//   npm test -- --quick                       decisions, contract, access matrix, one service on the sandbox
//   npm test -- --repeat 20 test/e2e/A.test.ts  runs the files again and again, to find a flaky test
import { spawn } from "node:child_process"
import { existsSync, mkdirSync, readFileSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import path from "node:path"
import { buildConsole } from "./console.mjs"
import { fail, install, nodeBinary, root, runNode, say } from "./runtime.mjs"
import { saveTimes, slowestFiles } from "./test/times.mjs"

const QUICK = [
  "test/domain",
  "test/access",
  "test/architecture.test.ts",
  "test/http/document",
  "test/http/spelling.test.ts",
  "test/client"
]
const GRACE_AFTER_SIGNAL = 10_000

const readArguments = () => {
  const given = process.argv.slice(2)
  const at = given.indexOf("--repeat")
  const [, count] = at < 0 ? [] : given.splice(at, 2)
  const repeat = at < 0 ? 1 : Number(count)
  if (!Number.isInteger(repeat) || repeat < 1)
    fail("--repeat needs a number, such as --repeat 20 test/http/listings.test.ts")
  const quick = given.includes("--quick")
  const rest = given.filter((argument) => argument !== "--quick")
  const names = quick ? QUICK : rest.filter((argument) => !argument.startsWith("-"))
  return { repeat, names, vitest: quick ? [...QUICK, ...rest] : rest }
}

const report = path.join(root, `.cache/test-report-${process.pid}.json`)
const temporary = path.join(tmpdir(), `stowage-run-${process.pid}`)
const reportParts = { files: `${report}.files`, lacks: `${report}.lacks` }
const linesOf = (file) =>
  existsSync(file)
    ? readFileSync(file, "utf8")
        .split("\n")
        .filter((line) => line !== "")
    : []
const removeReports = () => [report, ...Object.values(reportParts)].forEach((file) => rmSync(file, { force: true }))

/** Runs vitest in its own session, beside a program that ends leftover processes even when we are killed. */
const runVitest = async (args) => {
  removeReports()
  mkdirSync(temporary, { recursive: true, mode: 0o755 })
  const env = {
    NODE_COMPILE_CACHE: path.join(root, ".cache/compiled"),
    ...process.env,
    STOWAGE_TEST_RUN: String(process.pid),
    STOWAGE_TEST_REPORT: report,
    TMPDIR: temporary
  }
  let endRun
  const endRunWith = (child) => {
    endRun = spawn(nodeBinary(), ["test/support/endRun.ts", String(child.pid)], {
      cwd: root,
      env,
      detached: true,
      stdio: ["pipe", "ignore", "inherit"]
    })
  }
  const end = () =>
    new Promise((resolve) => {
      endRun.once("exit", resolve)
      endRun.stdin.end()
    })
  const kill = () => setTimeout(() => endRun.stdin.end(), GRACE_AFTER_SIGNAL).unref()
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.once(signal, kill)
  const words = [
    "node_modules/vitest/vitest.mjs",
    "run",
    "--reporter=default",
    "--reporter=./bin/test/reporter.mjs",
    ...args
  ]
  const code = await runNode(words, { env, detached: true, onStart: endRunWith })
  await end()
  return { code, ...outcome(code) }
}

const outcome = (code) => {
  const { errors, files, reason } = existsSync(report)
    ? JSON.parse(readFileSync(report, "utf8"))
    : { errors: 1, files: linesOf(reportParts.files).map((line) => JSON.parse(line)), reason: "killed" }
  const sum = (of) => files.reduce((total, file) => total + of(file), 0)
  const failed = sum((file) => file.failed.length)
  return {
    files,
    errors,
    complete: reason !== "killed" && reason !== "interrupted",
    lacks: [...new Set(linesOf(reportParts.lacks))],
    passed: sum((file) => file.passed),
    failed: Math.max(failed + errors, code === 0 ? 0 : 1),
    skipped: sum((file) => file.skipped + file.pending),
    names: files.flatMap(({ failed, file }) => failed.map((name) => `${file} > ${name}`))
  }
}

const print = (line) => process.stdout.write(`${line}\n`)

const { names, repeat, vitest } = readArguments()
await install()
if (names.length === 0 || names.some((name) => /browser|client|console|e2e|frontend|http/.test(name)))
  await buildConsole()
mkdirSync(path.join(root, ".cache"), { recursive: true })

/** More failing files are no matter of timing. */
const MAX_FLAKY_FILES = 6
/** Seconds; the whole run has its own limit. */
const MAX_FLAKY_SECONDS = 450

/** Repeats the few failing files alone. A failure that does not recur is printed as flaky and does not fail the run. */
const retryFlaky = async (first, args) => {
  const failing = first.files.filter(({ failed }) => failed.length > 0)
  const seconds = failing.reduce((sum, file) => sum + file.seconds, 0)
  const isFew = failing.length > 0 && failing.length <= MAX_FLAKY_FILES && seconds <= MAX_FLAKY_SECONDS
  if (!first.complete || first.errors > 0 || !isFew) return first
  print(`\nOnce more, alone: ${failing.map(({ file }) => file).join(", ")}`)
  const again = await runVitest([...args, ...failing.map(({ file }) => file)])
  if (again.code !== 0) return first
  print(
    "\nFlaky, to be mended: failed at first, and not when run " +
      `again\n${first.names.map((name) => `  ${name}`).join("\n")}`
  )
  const passedBefore = failing.reduce((sum, { passed }) => sum + passed, 0)
  const skippedBefore = failing.reduce((sum, { pending, skipped }) => sum + skipped + pending, 0)
  return {
    ...first,
    code: 0,
    failed: 0,
    names: [],
    passed: first.passed - passedBefore + again.passed,
    skipped: first.skipped - skippedBefore + again.skipped
  }
}

const failures = new Map()
let last
for (let round = 1; round <= repeat; round++) {
  const began = Date.now()
  last = await runVitest(vitest)
  const seconds = Math.round((Date.now() - began) / 1000)
  if (repeat === 1 && names.length === 0 && last.code !== 0) last = await retryFlaky(last, vitest)
  if (last.complete) saveTimes(last.files, names.length === 0 ? seconds : undefined)
  for (const name of last.names) failures.set(name, (failures.get(name) ?? 0) + 1)
  if (repeat > 1) print(`round ${round} of ${repeat}: ${last.failed} failed (${seconds} s)`)
  else if (last.files.length > 20) slowestFiles(last.files).forEach(print)
  if (last.code > 128) break
}
removeReports()
last.lacks.forEach((line) => say(`not tested: ${line}`))
if (repeat > 1) [...failures].forEach(([name, count]) => print(`failed ${count} of ${repeat}: ${name}`))
print(
  `${last.passed} passed, ${failures.size > 0 && repeat > 1 ? failures.size : last.failed} failed, ` +
    `${last.skipped} skipped`
)
process.exitCode = failures.size > 0 && last.code === 0 ? 1 : last.code
