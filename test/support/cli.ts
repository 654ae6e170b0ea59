import { spawn } from "node:child_process"
import { once } from "node:events"
import * as path from "node:path"
import { inheritedEnv } from "./inheritedEnv.ts"

/** What a run of the operator's program came to. */
export interface Ran {
  readonly status: number | null
  readonly stdout: string
  readonly stderr: string
}

/** Runs `stowage …` as a process of its own, with `input` piped in; nothing of our environment but what it needs to start. */
export const stowage = async (args: ReadonlyArray<string>, env: Record<string, string>, input = ""): Promise<Ran> => {
  const child = spawn(process.execPath, ["layers/commands/main.ts", ...args], {
    cwd: path.resolve(import.meta.dirname, "../.."),
    env: { ...inheritedEnv, ...env },
    timeout: 110_000
  })
  let [stdout, stderr] = ["", ""]
  child.stdout.setEncoding("utf8").on("data", (text: string) => { stdout += text })
  child.stderr.setEncoding("utf8").on("data", (text: string) => { stderr += text })
  // a command that refuses before it reads may be gone by now
  child.stdin.on("error", () => {})
  child.stdin.end(input)
  await once(child, "close")
  return { status: child.exitCode, stdout, stderr }
}
