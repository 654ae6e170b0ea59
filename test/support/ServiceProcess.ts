import { type ChildProcess, type ChildProcessByStdio, spawn } from "node:child_process"
import { once } from "node:events"
import { chmodSync, mkdtempSync } from "node:fs"
import { tmpdir } from "node:os"
import * as path from "node:path"
import type { Readable } from "node:stream"
import { copyCluster } from "./copiedCluster.ts"
import { endWithUs } from "./endWithUs.ts"
import { freePort } from "./freePort.ts"
import { inheritedEnv } from "./inheritedEnv.ts"

export interface ServiceProcess {
  readonly origin: string
  readonly dataDir: string
  readonly setupLink: string | undefined
  readonly child: ChildProcess
  readonly output: () => string
  readonly stop: (signal?: NodeJS.Signals) => Promise<number | null>
}

const root = path.resolve(import.meta.dirname, "../..")

/** The embedded database runs as nobody if we are root: parent folders need permission to traverse. */
const makeFolder = (env: Record<string, string> = {}) => {
  const folder = mkdtempSync(path.join(tmpdir(), "stowage-service-"))
  chmodSync(folder, 0o755)
  if (env["DATABASE_URL"] === undefined) copyCluster(folder)
  return folder
}

export const serveWith = (heapMegabytes: number): ReadonlyArray<string> => [
  `--max-old-space-size=${heapMegabytes}`,
  "--max-semi-space-size=8",
  // a tenth less processor at startup; other tests use every core
  "--single-threaded-gc",
  "layers/commands/main.ts",
  "serve",
  "--migrate"
]
const ready = /Stowage is ready: (\S+)/
const setup = /(http\S+\/setup#token=\S+)/

/** Waits until it is ready. Rejects with its output after its end or three minutes. */
export const startService = async (
  options: {
    readonly dataDir?: string
    readonly port?: number
    readonly env?: Record<string, string>
    readonly program?: ReadonlyArray<string>
    readonly before?: ReadonlyArray<string>
    readonly imports?: ReadonlyArray<string>
    readonly as?: { readonly uid?: number; readonly gid?: number }
  } = {}
): Promise<ServiceProcess> => {
  const port = options.port ?? (await freePort())
  const dataDir = options.dataDir ?? makeFolder(options.env)
  const [program = "", ...words] = [
    ...(options.before ?? []),
    process.execPath,
    ...(options.imports?.flatMap((name) => ["--import", name]) ?? []),
    ...(options.program ?? serveWith(256))
  ]
  const child = spawn(program, words, {
    cwd: root,
    env: {
      ...inheritedEnv,
      DATA_DIR: dataDir,
      PORT: String(port),
      ENDPOINT_STATUS_CRON_SCHEDULE: "0 0 1 1 *",
      ...options.env
    },
    ...options.as,
    stdio: ["ignore", "pipe", "pipe", ...(options.imports === undefined ? [] : ["ipc" as const])]
  }) as ChildProcessByStdio<null, Readable, Readable>
  // do not keep the worker alive
  child.channel?.unref()
  endWithUs(child)
  let output = ""
  const append = (text: string) => {
    output += text
  }
  child.stdout.setEncoding("utf8").on("data", append)
  child.stderr.setEncoding("utf8").on("data", append)
  const exited = once(child, "exit")
  await new Promise<void>((resolve, reject) => {
    const timer = setTimeout(() => {
      child.kill("SIGKILL")
      reject(new Error(`not ready after three minutes:\n${output}`))
    }, 180_000)
    const check = () => {
      if (ready.test(output)) {
        clearTimeout(timer)
        resolve()
      }
    }
    child.stdout.on("data", check)
    child.once("exit", () => {
      clearTimeout(timer)
      reject(new Error(`the service ended:\n${output}`))
    })
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
      await exited
      return child.exitCode
    }
  }
}
