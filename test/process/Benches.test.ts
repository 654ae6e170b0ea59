import { execFile } from "node:child_process"
import { readdirSync } from "node:fs"
import * as path from "node:path"
import { expect, it } from "vitest"
import { chromiumLack } from "../support/Chromium.ts"
import { realGateway, runVariable } from "../support/RealGateway.ts"
import { requirement } from "../support/Requirement.ts"

const root = path.resolve(import.meta.dirname, "../..")
const benches = readdirSync(path.join(root, "bench")).filter((file) => file.endsWith(".ts"))
const { lack } = await realGateway("a")

/** A bench ends the gateway it used: it must be a run of its own. */
const { [runVariable]: _run, ...env } = process.env

/** Exit code and output of a bench that runs once at a small size. */
const runTiny = (file: string) =>
  new Promise<{ readonly code: number; readonly output: string }>((resolve) => {
    execFile(
      process.execPath,
      [`bench/${file}`],
      { cwd: root, env: { ...env, BENCH_SIZE: "tiny", REQUIRE_ALL: "1" }, timeout: 240_000 },
      (error, stdout, stderr) => {
        resolve({ code: error === null ? 0 : Number(error.code ?? -1), output: `${stdout}${stderr}` })
      }
    )
  })

requirement("Chromium and real RGW", lack ?? chromiumLack())("every bench still runs", () => {
  it.each(benches)("%s", { timeout: 250_000 }, async (file) => {
    const { code, output } = await runTiny(file)
    expect(code, output.slice(-4_000)).toBe(0)
    expect(output, "it measures something").toMatch(/\d\.\d/)
    expect(output).not.toMatch(/^skipped /m)
  })
})
