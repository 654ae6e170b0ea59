import { Effect, Layer, Option } from "effect"
import { execFile } from "node:child_process"
import { chmodSync, mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import * as path from "node:path"
import { afterAll, beforeAll, expect, it } from "vitest"
import * as Database from "#layers/postgres/Database.ts"
import * as Migrations from "#layers/postgres/Migrations.ts"
import { chromiumLack } from "../support/Chromium.ts"
import { clusterVariable } from "../support/copiedCluster.ts"
import { realGateway, releaseRealGateway, runVariable } from "../support/RealGateway.ts"
import { requirement } from "../support/Requirement.ts"

/** At least one bench of each kind; `npm run bench -- --tiny` runs all, which takes minutes. */
const BENCHES = [
  "accessLogFilters",
  "accessLogs",
  "bulkChanges",
  "featureColumns",
  "iam",
  "lifecycleSimulation",
  "objectListingMemory",
  "quotaHistory",
  "scroll",
  "sessions",
  "workbenchRows"
]

const root = path.resolve(import.meta.dirname, "../..")

const { lack } = await realGateway("bench")

/** A bench stops a gateway that it alone used: it must be a run of its own. */
const { [runVariable]: _run, ...env } = process.env

const runTiny = (name: string, folder: string) =>
  new Promise<{ readonly code: number; readonly output: string }>((resolve) => {
    execFile(
      process.execPath,
      [`bench/${name}.ts`],
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

requirement("Chromium and real RGW", lack ?? chromiumLack())("a bench of each kind still runs", () => {
  const folder = mkdtempSync(path.join(tmpdir(), "stowage-benches-"))
  beforeAll(() => {
    chmodSync(folder, 0o755)
    const migrated = Layer.effectDiscard(Migrations.migrate()).pipe(
      Layer.provide(Database.layer({ url: Option.none(), dataDir: folder, maxConnections: 4 }))
    )
    return Effect.runPromise(Effect.scoped(Layer.build(migrated)))
  })
  afterAll(() => {
    rmSync(folder, { recursive: true, force: true })
    return releaseRealGateway("bench")
  })

  it.each(BENCHES)("%s", { timeout: 250_000 }, async (name) => {
    const { code, output } = await runTiny(name, folder)
    expect(code, output.slice(-4_000)).toBe(0)
    expect(output, "it measures something").toMatch(/\d\.\d/)
    expect(output).not.toMatch(/^skipped /m)
  })
})
