import { assert, it } from "@effect/vitest"
import { spawn } from "node:child_process"
import { once } from "node:events"
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import * as path from "node:path"
import { describe, expect } from "vitest"

const root = path.resolve(import.meta.dirname, "../..")

const processesWith = (text: string): ReadonlyArray<string> =>
  readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .filter((pid) => {
      try {
        return ["cmdline", "environ"].some((file) => readFileSync(`/proc/${pid}/${file}`, "utf8").includes(text))
      } catch {
        return false
      }
    })

const startEndlessRun = async () => {
  const folder = mkdtempSync(path.join(tmpdir(), "stowage-endless-"))
  const started = path.join(folder, "started.json")
  const run = spawn(process.execPath, ["bin/test.mjs", "--config", "test/harness/endless/vitest.config.ts"], {
    cwd: root,
    stdio: "ignore",
    env: { ...process.env, ENDLESS_STARTED: started }
  })
  await expect.poll(() => existsSync(started), { timeout: 120_000 }).toBe(true)
  const { dataDir } = JSON.parse(readFileSync(started, "utf8")) as { readonly dataDir: string }
  return { run, dataDir, end: () => rmSync(folder, { recursive: true, force: true }) }
}

describe.runIf(process.platform === "linux")("a test run", () => {
  it.each(["SIGTERM", "SIGKILL"] as const)(
    "that is ended by %s leaves no service, worker or database running",
    async (signal) => {
      const { dataDir, end, run } = await startEndlessRun()
      const runId = `STOWAGE_TEST_RUN=${run.pid}`
      assert.isAbove(processesWith(dataDir).length, 1, "the service and its database run")
      run.kill(signal)
      await once(run, "exit")
      await expect.poll(() => [...processesWith(dataDir), ...processesWith(runId)], { timeout: 60_000 }).toEqual([])
      rmSync(dataDir, { recursive: true, force: true })
      end()
    },
    240_000
  )
})
