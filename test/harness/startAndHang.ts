// A process that starts its argument's program, as tests do, prints that pid, and stays until it is killed.
import { spawn } from "node:child_process"
import { readFileSync } from "node:fs"
import { debianPostgres } from "../support/debianPostgres.ts"
import { endWithUs } from "../support/endWithUs.ts"
import { startService } from "../support/ServiceProcess.ts"

const pidOf: Readonly<Record<string, () => Promise<number | undefined>>> = {
  child: async () => {
    const child = spawn(process.execPath, ["--eval", "setInterval(() => {}, 1000)"], { stdio: "ignore" })
    endWithUs(child)
    return child.pid
  },
  stubborn: async () => {
    const child = spawn(
      process.execPath,
      ["--eval", "process.on('SIGTERM', () => {}); console.log('ready'); setInterval(() => {}, 1000)"],
      { stdio: ["ignore", "pipe", "ignore"] }
    )
    endWithUs(child)
    await new Promise((resolve) => child.stdout.once("data", resolve))
    return child.pid
  },
  service: async () =>
    (await startService({ env: { DATABASE_URL: process.argv[3] ?? "", SANDBOX_GATEWAY: "false" } })).child.pid,
  postgres: async () => {
    const server = await debianPostgres()
    server.start()
    return Number(readFileSync(`${server.folder}/data/postmaster.pid`, "utf8").split("\n")[0])
  }
}

console.log(await pidOf[process.argv[2] ?? ""]?.())
setInterval(() => {}, 1_000)
