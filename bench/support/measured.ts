import { spawn } from "node:child_process"
import { once } from "node:events"
import * as path from "node:path"
import { freePort } from "../../test/support/freePort.ts"
import type { Probed } from "./probe.ts"

export interface Measured {
  readonly origin: string
  readonly probe: () => Promise<Probed>
  readonly output: () => string
  readonly stop: () => Promise<void>
}

const probing = ["--expose-gc", "--import", path.join(import.meta.dirname, "probe.ts")]

export const startMeasured = async (options: {
  readonly flags?: ReadonlyArray<string>
  readonly program: ReadonlyArray<string>
  readonly env?: Record<string, string>
  readonly ready: RegExp
}): Promise<Measured> => {
  const port = await freePort()
  const child = spawn(process.execPath, [...(options.flags ?? []), ...probing, ...options.program], {
    cwd: path.resolve(import.meta.dirname, "../.."),
    env: {
      PATH: process.env["PATH"] ?? "",
      HOME: process.env["HOME"] ?? "",
      ...(process.env["NODE_COMPILE_CACHE"] && { NODE_COMPILE_CACHE: process.env["NODE_COMPILE_CACHE"] }),
      HOST: "127.0.0.1",
      PORT: String(port),
      ...options.env
    },
    stdio: ["ignore", "pipe", "pipe"]
  })
  let output = ""
  child.stdout.setEncoding("utf8").on("data", (text: string) => {
    output += text
  })
  child.stderr.setEncoding("utf8").on("data", (text: string) => {
    output += text
  })
  const ended = once(child, "exit")
  const until = async (found: () => boolean, what: string) => {
    for (const began = performance.now(); !found(); ) {
      if (child.exitCode !== null || performance.now() - began > 120_000) {
        child.kill("SIGKILL")
        throw new Error(`${what}, exit ${child.exitCode} ${child.signalCode}:\n${output.slice(-4_000)}`)
      }
      await new Promise((resolve) => setTimeout(resolve, 20))
    }
  }
  await until(() => options.ready.test(output), "not ready")
  return {
    origin: `http://127.0.0.1:${port}`,
    output: () => output,
    probe: async () => {
      output = ""
      child.kill("SIGUSR2")
      await until(() => /@probe .*\n/.test(output), "no probe")
      return JSON.parse(/@probe (.*)\n/.exec(output)?.[1] ?? "{}")
    },
    stop: async () => {
      child.kill("SIGTERM")
      await ended
    }
  }
}
