// Ends leftover processes of a test run: bin/test.mjs holds a pipe to its input, which closes even after SIGKILL.
import { existsSync, readdirSync, readFileSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import * as path from "node:path"
import { setTimeout as sleep } from "node:timers/promises"
import { releaseRealGateways, runVariable } from "./RealGateway.ts"
import { removeOrphanedServers } from "./setupPostgres.ts"

const run = process.env[runVariable] ?? ""
const session = process.argv[2] ?? ""

const readProc = (pid: string, name: string): string => {
  try {
    return readFileSync(`/proc/${pid}/${name}`, "utf8")
  } catch (error) {
    const { code = "" } = error as NodeJS.ErrnoException
    if (!["ENOENT", "EACCES", "ESRCH", "EPERM"].includes(code)) throw error
    return ""
  }
}

/** Processes of the run: by session id, or by environment in another session. */
const belongs = (pid: string): boolean => {
  const stat = readProc(pid, "stat")
  const [state, , , sessionId] = stat.slice(stat.lastIndexOf(")") + 2).split(" ")
  if (stat === "" || state === "Z") return false
  return sessionId === session || readProc(pid, "environ").split("\0").includes(`${runVariable}=${run}`)
}

const leftovers = (): ReadonlyArray<string> =>
  existsSync("/proc/self/stat")
    ? readdirSync("/proc").filter((name) => /^\d+$/.test(name) && Number(name) !== process.pid && belongs(name))
    : []

const kill = (pid: string): void => {
  try {
    process.kill(Number(pid), "SIGKILL")
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ESRCH") throw error
  }
}

for await (const _ of process.stdin) {
}
const first = leftovers()
if (first.length > 0) {
  const names = first.map((pid) => readProc(pid, "cmdline").split("\0").slice(0, 3).join(" ").slice(0, 120))
  process.stderr.write(
    `ended ${first.length} processes that the run left:\n${names.map((name) => `  ${name}\n`).join("")}`
  )
}
for (let pids = first; pids.length > 0; pids = leftovers()) {
  pids.forEach(kill)
  await sleep(50)
}
removeOrphanedServers()
// delete only the run's own temporary folder (TMPDIR)
if (path.basename(tmpdir()) === `stowage-run-${run}`) rmSync(tmpdir(), { recursive: true, force: true })
await releaseRealGateways()
