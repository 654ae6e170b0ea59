import { type ChildProcess, execFileSync, spawn } from "node:child_process"
import { once } from "node:events"
import * as path from "node:path"
import { describe, expect, it } from "vitest"
import { debianPostgresLack } from "../support/debianPostgres.ts"
import { endWithUs } from "../support/endWithUs.ts"
import { ownDatabase } from "../support/ownDatabase.ts"
import { requirement } from "../support/Requirement.ts"

const starter = async (
  ...words: ReadonlyArray<string>
): Promise<{ readonly child: ChildProcess; readonly pid: number }> => {
  const child = spawn(process.execPath, [path.join(import.meta.dirname, "startAndHang.ts"), ...words], {
    stdio: ["ignore", "pipe", "inherit"]
  })
  endWithUs(child)
  const [line] = await once(child.stdout, "data")
  return { child, pid: Number(String(line)) }
}

const isAlive = (pid: number) => {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}

const endsWithStarter = async (signal: NodeJS.Signals, ...words: ReadonlyArray<string>) => {
  const { child, pid } = await starter(...words)
  expect(isAlive(pid)).toBe(true)
  child.kill(signal)
  await expect.poll(() => isAlive(pid), { timeout: 60_000, interval: 50 }).toBe(false)
}

describe("what a test starts ends when the process of the test is killed", () => {
  it.each<NodeJS.Signals>(["SIGKILL", "SIGTERM", "SIGINT"])(
    "a child, by %s",
    (signal) => endsWithStarter(signal, "child"),
    120_000
  )

  it("a child that ignores a stop signal", () => endsWithStarter("SIGKILL", "stubborn"), 120_000)

  it("a service", async () => {
    const database = await ownDatabase()
    await endsWithStarter("SIGKILL", "service", database.url)
    await database.drop()
  }, 300_000)
})

requirement("PostgreSQL 15", debianPostgresLack())("of the distribution", () => {
  it("a database ends when the process of the test is killed", () => endsWithStarter("SIGKILL", "postgres"), 120_000)
})

describe("what ended before its starter", () => {
  it("takes its watcher along, which signals nobody", async () => {
    const child = spawn(process.execPath, ["--eval", ""], { stdio: "ignore" })
    endWithUs(child)
    await once(child, "exit")
    const { pid } = child
    const watchers = () =>
      execFileSync("ps", ["-eo", "args"], { encoding: "utf8" })
        .split("\n")
        .filter((line) => line.includes(`endWithUs ${pid} `))
    await expect.poll(watchers, { timeout: 10_000, interval: 50 }).toEqual([])
  })
})
