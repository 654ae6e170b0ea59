import { Effect, Layer, Option } from "effect"
import { execFile } from "node:child_process"
import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import * as path from "node:path"
import { afterAll, beforeAll, expect, it } from "vitest"
import * as Database from "#layers/postgres/Database.ts"
import * as Migrations from "#layers/postgres/Migrations.ts"
import { clusterVariable } from "./copiedCluster.ts"
import { runVariable } from "./RealGateway.ts"

const root = path.resolve(import.meta.dirname, "../..")

const surroundings = /RealGateway|managedService|manyObjects|gatewayClient|e2e\/console/

const textOf = (file: string) => readFileSync(path.join(root, "bench", file), "utf8")

const all = readdirSync(path.join(root, "bench")).filter((file) => file.endsWith(".ts"))

/** Benches that want a real gateway or a browser, and all others: a failing file is run once more as a whole. */
export const benchesWithSurroundings = all.filter((file) => surroundings.test(textOf(file)))
export const benchesOfTheService = all.filter((file) => !surroundings.test(textOf(file)))

/** A bench ends the gateway that it alone used: it must be a run of its own. */
const { [runVariable]: _run, ...env } = process.env

/** Exit code and output of a bench that runs once at a small size. */
const runTiny = (file: string, folder: string) =>
  new Promise<{ readonly code: number; readonly output: string }>((resolve) => {
    execFile(
      process.execPath,
      [`bench/${file}`],
      {
        cwd: root,
        env: { ...env, BENCH_SIZE: "tiny", REQUIRE_ALL: "1", [clusterVariable]: path.join(folder, "postgres") },
        timeout: 240_000
      },
      (error, stdout, stderr) => {
        resolve({ code: error === null ? 0 : Number(error.code ?? -1), output: `${stdout}${stderr}` })
      }
    )
  })

/** Declares a test of each bench, on copies of one migrated database cluster. */
export const testTinyBenches = (benches: ReadonlyArray<string>): void => {
  const folder = mkdtempSync(path.join(tmpdir(), "stowage-benches-"))
  beforeAll(() => {
    chmodSync(folder, 0o755)
    const migrated = Layer.effectDiscard(Migrations.migrate()).pipe(
      Layer.provide(Database.layer({ url: Option.none(), dataDir: folder, maxConnections: 4 }))
    )
    return Effect.runPromise(Effect.scoped(Layer.build(migrated)))
  })
  afterAll(() => rmSync(folder, { recursive: true, force: true }))

  it.each(benches)("%s", { timeout: 250_000 }, async (file) => {
    const { code, output } = await runTiny(file, folder)
    expect(code, output.slice(-4_000)).toBe(0)
    expect(output, "it measures something").toMatch(/\d\.\d/)
    expect(output).not.toMatch(/^skipped /m)
  })
}
