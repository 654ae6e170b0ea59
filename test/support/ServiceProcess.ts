import { type ChildProcess, type ChildProcessByStdio, spawn } from "node:child_process"
import { once } from "node:events"
import { chmodSync, mkdtempSync } from "node:fs"
import { tmpdir } from "node:os"
import * as path from "node:path"
import type { Readable } from "node:stream"
import { endWithUs } from "./endWithUs.ts"
import { freePort } from "./freePort.ts"
import { inheritedEnv } from "./inheritedEnv.ts"

/** The whole product as its own process, as an operator runs it. */
export interface ServiceProcess {
  readonly origin: string
  readonly dataDir: string
  /** Printed on an empty database. */
  readonly setupLink: string | undefined
  readonly child: ChildProcess
  /** Everything that it wrote so far. */
  readonly output: () => string
  /** Sends a signal and waits for the end; answers the exit code, null after a kill. */
  readonly stop: (signal?: NodeJS.Signals) => Promise<number | null>
}

const root = path.resolve(import.meta.dirname, "../..")

/** The embedded database runs as nobody where we are root: its parents must be open to traverse. */
const makeFolder = () => {
  const folder = mkdtempSync(path.join(tmpdir(), "stowage-service-"))
  chmodSync(folder, 0o755)
  return folder
}

const serve = ["--max-old-space-size=192", "--max-semi-space-size=8", "layers/commands/main.ts", "serve", "--migrate"]
const ready = /Stowage is ready: (\S+)/
const setup = /(http\S+\/setup#token=\S+)/

/**
 * Starts the service with a data folder of its own (or the one given, to start it again) and waits until it is ready.
 * Rejects with its output when it ends before that, or after three minutes: the machine may be busy.
 */
export const startService = async (
  options: {
    readonly dataDir?: string
    readonly port?: number
    readonly env?: Record<string, string>
    /** What is run; `npm start` runs bin/start.mjs. */
    readonly program?: ReadonlyArray<string>
    /** A program that makes itself the one that its words name at the end. */
    readonly before?: ReadonlyArray<string>
    /** Modules that it loads first; it then has an IPC channel to this process. */
    readonly imports?: ReadonlyArray<string>
    /** As whom it runs; without, as whoever runs the test. */
    readonly as?: { readonly uid?: number; readonly gid?: number }
  } = {}
): Promise<ServiceProcess> => {
  const port = options.port ?? await freePort()
  const dataDir = options.dataDir ?? makeFolder()
  // checks that a test does not ask for would come in between
  const [program = "", ...words] = [...options.before ?? [], process.execPath, ...options.imports?.flatMap((name) => ["--import", name]) ?? [], ...options.program ?? serve]
  const child = spawn(program, words, {
    cwd: root,
    env: { ...inheritedEnv, DATA_DIR: dataDir, PORT: String(port), ENDPOINT_STATUS_CRON_SCHEDULE: "0 0 1 1 *", ...options.env },
    ...options.as,
    stdio: ["ignore", "pipe", "pipe", ...options.imports === undefined ? [] : ["ipc" as const]]
  }) as ChildProcessByStdio<null, Readable, Readable>
  // vitest waits for no service: its worker ends, and the service with it
  child.channel?.unref()
  endWithUs(child)
  let output = ""
  const heard = (text: string) => { output += text }
  child.stdout.setEncoding("utf8").on("data", heard)
  child.stderr.setEncoding("utf8").on("data", heard)
  const ended = once(child, "exit")
  await new Promise<void>((resolve, reject) => {
    const timer = setTimeout(() => { child.kill("SIGKILL"); reject(new Error(`not ready after three minutes:\n${output}`)) }, 180_000)
    const check = () => { if (ready.test(output)) { clearTimeout(timer); resolve() } }
    child.stdout.on("data", check)
    child.once("exit", () => { clearTimeout(timer); reject(new Error(`the service ended:\n${output}`)) })
  })
  return {
    origin: ready.exec(output)?.[1] ?? "",
    dataDir,
    setupLink: setup.exec(output)?.[1],
    child,
    output: () => output,
    stop: async (signal = "SIGTERM") => {
      if (child.exitCode !== null || child.signalCode !== null) return child.exitCode
      child.kill(signal)
      await ended
      return child.exitCode
    }
  }
}
