import { assert, it } from "@effect/vitest"
import { Effect, Schedule } from "effect"
import { spawn } from "node:child_process"
import { writeFileSync } from "node:fs"
import * as path from "node:path"
import { temporaryFolder } from "../support/temporaryFolder.ts"

const bin = path.resolve("bin")
const program = `
for (const signal of ["SIGINT", "SIGTERM"]) process.on(signal, () => {
  console.log(signal)
  setTimeout(() => process.exit(7), 100)
})
const alive = setInterval(() => {}, 1000)
console.log("ready " + process.pid)
`

const started = Effect.gen(function* () {
  const folder = yield* temporaryFolder()
  const [child, parent] = [path.join(folder, "child.mjs"), path.join(folder, "parent.mjs")]
  writeFileSync(child, program)
  writeFileSync(
    parent,
    `import { runNode } from ${JSON.stringify(path.join(bin, "runtime.mjs"))}
     process.exitCode = await runNode(["--import", ${JSON.stringify(path.join(bin, "follow.mjs"))}, ${JSON.stringify(child)}],
       { detached: true, stdio: ["ignore", "inherit", "inherit", "ipc"] })`
  )
  const running = yield* Effect.acquireRelease(
    Effect.sync(() => spawn(process.execPath, [parent], { stdio: ["ignore", "pipe", "inherit"] })),
    (running) => Effect.sync(() => running.kill("SIGKILL"))
  )
  const said: Array<string> = []
  running.stdout.setEncoding("utf8").on("data", (text: string) => said.push(...text.trim().split("\n")))
  yield* until(() => said.length > 0)
  return { running, said, pid: Number(said[0]!.split(" ")[1]) }
})

const until = (holds: () => boolean) =>
  Effect.sync(holds).pipe(
    Effect.repeat({ schedule: Schedule.spaced("20 millis"), until: (held) => held }),
    Effect.timeout("10 seconds")
  )
const alive = (pid: number) => {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

it.live("Ctrl-C reaches the service once, however often it is pressed, and its exit code is ours", () =>
  Effect.gen(function* () {
    const { running, said } = yield* started
    running.kill("SIGINT")
    running.kill("SIGINT")
    yield* until(() => running.exitCode !== null)
    assert.strictEqual(running.exitCode, 7)
    assert.deepStrictEqual(said.slice(1), ["SIGINT"])
  })
)

it.live("a parent that is killed takes the service with it", () =>
  Effect.gen(function* () {
    const { running, said, pid } = yield* started
    running.kill("SIGKILL")
    yield* until(() => !alive(pid))
    assert.deepStrictEqual(said.slice(1), ["SIGTERM"])
  })
)
