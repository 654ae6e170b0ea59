// Ends what a test run left running, once the run itself has ended in whatever way: bin/test.mjs starts this program
// with a pipe to its standard input, and the pipe closes when that process ends, also by SIGKILL.
import { existsSync, readdirSync, readFileSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import * as path from "node:path"
import { setTimeout as sleep } from "node:timers/promises"
import { releaseRealGateways, runVariable } from "./RealGateway.ts"
import { removeOrphanedServers } from "./setupPostgres.ts"

const run = process.env[runVariable] ?? ""
const session = process.argv[2] ?? ""

/** Empty for a process that ended meanwhile or is another user's. */
const read = (pid: string, name: string): string => {
  try {
    return readFileSync(`/proc/${pid}/${name}`, "utf8")
  } catch (error) {
    const { code = "" } = error as NodeJS.ErrnoException
    if (!["ENOENT", "EACCES", "ESRCH", "EPERM"].includes(code)) throw error
    return ""
  }
}

/** A process belongs to the run by its session, or by its environment where it has a session of its own. */
const belongs = (pid: string): boolean => {
  const stat = read(pid, "stat")
  const [state, , , sessionId] = stat.slice(stat.lastIndexOf(")") + 2).split(" ")
  if (stat === "" || state === "Z") return false
  return sessionId === session || read(pid, "environ").split("\0").includes(`${runVariable}=${run}`)
}

const leftovers = (): ReadonlyArray<string> =>
  existsSync("/proc/self/stat")
    ? readdirSync("/proc").filter((name) => /^\d+$/.test(name) && Number(name) !== process.pid && belongs(name))
    : []

const kill = (pid: string): void => {
  try {
    process.kill(Number(pid), "SIGKILL")
  } catch (error) {
    // it ended by itself
    if ((error as NodeJS.ErrnoException).code !== "ESRCH") throw error
  }
}

for await (const _ of process.stdin) { /* nothing is ever written: the loop ends with the writer */ }
const first = leftovers()
if (first.length > 0) {
  const names = first.map((pid) => read(pid, "cmdline").split("\0").slice(0, 3).join(" ").slice(0, 120))
  process.stderr.write(`ended ${first.length} processes that the run left:\n${names.map((name) => `  ${name}\n`).join("")}`)
}
for (let pids = first; pids.length > 0; pids = leftovers()) {
  pids.forEach(kill)
  await sleep(50)
}
removeOrphanedServers()
// the run's own folder for temporary files (TMPDIR), and no other
if (path.basename(tmpdir()) === `stowage-run-${run}`) rmSync(tmpdir(), { recursive: true, force: true })
await releaseRealGateways()
