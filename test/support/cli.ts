import * as NodeServices from "@effect/platform-node/NodeServices"
import { type Cause, ConfigProvider, Console, Effect, Exit, Layer, Queue, Stdio, Terminal } from "effect"
import { spawn } from "node:child_process"
import { once } from "node:events"
import * as path from "node:path"
import { format } from "node:util"
import { stowage } from "#layers/commands/stowage.ts"
import { endWithUs } from "./endWithUs.ts"
import { inheritedEnv } from "./inheritedEnv.ts"

export interface Ran {
  readonly status: number | null
  readonly stdout: string
  readonly stderr: string
}

export const stowageProcess = async (
  args: ReadonlyArray<string>,
  env: Record<string, string>,
  input = ""
): Promise<Ran> => {
  const child = spawn(process.execPath, ["layers/commands/main.ts", ...args], {
    cwd: path.resolve(import.meta.dirname, "../.."),
    env: { ...inheritedEnv, ...env },
    timeout: 110_000
  })
  endWithUs(child)
  let [stdout, stderr] = ["", ""]
  child.stdout.setEncoding("utf8").on("data", (text: string) => {
    stdout += text
  })
  child.stderr.setEncoding("utf8").on("data", (text: string) => {
    stderr += text
  })
  // a command that fails early may have closed its input
  child.stdin.on("error", () => {})
  child.stdin.end(input)
  await once(child, "close")
  return { status: child.exitCode, stdout, stderr }
}

const collectingConsole = (lines: { stdout: string; stderr: string }): Console.Console => ({
  ...globalThis.console,
  log: (...words: ReadonlyArray<unknown>) => {
    lines.stdout += `${format(...words)}\n`
  },
  error: (...words: ReadonlyArray<unknown>) => {
    lines.stderr += `${format(...words)}\n`
  }
})

const pipedTerminal = (input: string) => {
  const lines = input.split("\n").slice(0, -1)
  return Terminal.make({
    columns: Effect.succeed(0),
    rows: Effect.succeed(0),
    size: Effect.die("not asked for by commands without a terminal"),
    readInput: Effect.flatMap(Queue.make<Terminal.UserInput, Cause.Done>(), (queue) =>
      Effect.as(Queue.end(queue), queue)
    ),
    readLine: Effect.suspend(() => {
      const line = lines.shift()
      return line === undefined ? Effect.fail(new Terminal.QuitError({})) : Effect.succeed(line)
    }),
    display: () => Effect.void
  })
}

export const runStowage = async (
  args: ReadonlyArray<string>,
  env: Record<string, string>,
  input = ""
): Promise<Ran> => {
  const lines = { stdout: "", stderr: "" }
  const exit = await Effect.runPromiseExit(
    stowage.pipe(
      Effect.provide(
        Layer.mergeAll(
          NodeServices.layer,
          ConfigProvider.layer(ConfigProvider.fromEnv({ env })),
          Layer.succeed(Console.Console, collectingConsole(lines))
        ).pipe(
          Layer.merge(Stdio.layerTest({ args: Effect.succeed(args) })),
          Layer.merge(Layer.succeed(Terminal.Terminal, pipedTerminal(input)))
        )
      )
    )
  )
  return { status: Exit.isSuccess(exit) ? 0 : 1, ...lines }
}
