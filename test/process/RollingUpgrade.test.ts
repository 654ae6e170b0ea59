import { spawnSync } from "node:child_process"
import { randomBytes } from "node:crypto"
import { readdirSync, rmSync, writeFileSync } from "node:fs"
import * as path from "node:path"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { ConsoleBrowser } from "../support/ConsoleBrowser.ts"
import { copyProduct } from "../support/copiedProduct.ts"
import { freePort } from "../support/freePort.ts"
import { type OwnDatabase, ownDatabase } from "../support/ownDatabase.ts"
import { type ServiceProcess, startService } from "../support/ServiceProcess.ts"

const root = path.resolve(import.meta.dirname, "../..")
const key = () => randomBytes(32).toString("base64url")
const version = readdirSync(path.join(root, "migrations")).length

const migration = (table: string, more: string) =>
  `import { Effect } from "effect"\nimport { SqlClient } from "effect/sql"\n${more}\nexport default ` +
  `Effect.flatMap(SqlClient.SqlClient, (sql) => sql\`create table ${table} (id int)\`)\n`

describe("a release whose schema only adds", () => {
  let database: OwnDatabase
  let next: ReturnType<typeof copyProduct>
  let env: Record<string, string>
  const ports: Array<number> = []
  const services: Array<ServiceProcess> = []
  const add = (nr: number, more: string) =>
    writeFileSync(
      path.join(next.folder, "migrations", `${String(nr).padStart(4, "0")}_of_tomorrow.ts`),
      migration(`of_tomorrow_${nr}`, more)
    )
  const migrate = (folder: string) => {
    const ran = spawnSync(process.execPath, [path.join(folder, "layers/commands/main.ts"), "migrate"], {
      cwd: folder,
      encoding: "utf8",
      env: { PATH: process.env["PATH"] ?? "", ...env }
    })
    return `${ran.status}: ${ran.stdout}${ran.stderr}`
  }
  const start = async (nr: 0 | 1, program: ReadonlyArray<string>) => {
    const service = await startService({
      port: ports[nr] ?? 0,
      program,
      env: { ...env, RUNNER_PORT: String(ports[nr + 2]) }
    })
    services.push(service)
    return service
  }
  const at = (nr: 0 | 1) => `http://localhost:${ports[nr]}`
  const readiness = async (nr: 0 | 1) => (await fetch(`${at(nr)}/readyz`)).status

  beforeAll(async () => {
    database = await ownDatabase()
    next = copyProduct()
    add(version + 1, `export const oldestBuild = ${version}`)
    ports.push(...(await Promise.all(Array.from({ length: 4 }, freePort))))
    env = {
      DATABASE_URL: database.url,
      PUBLIC_ORIGIN: at(0),
      RUNNER_HOST: "127.0.0.1",
      SANDBOX_GATEWAY: "false",
      UI_JWT_KEYS: key(),
      API_JWT_KEYS: key(),
      JWT_KEYS: key(),
      CREDENTIAL_KEYS: key()
    }
  }, 120_000)
  afterAll(async () => {
    for (const service of services) await service.stop("SIGKILL")
    await database.drop()
    rmSync(next.folder, { recursive: true, force: true })
  })

  it("is migrated to and started beside the one before, which goes on; what contracts shuts that one out", async () => {
    const old = await start(0, ["layers/commands/main.ts", "serve"])
    const lost: Array<string> = []
    let stopped = false
    const asking = (async () => {
      while (!stopped) {
        const answer = await fetch(`${at(0)}/api/auth/session`)
        await answer.arrayBuffer()
        if (answer.status !== 200) lost.push(String(answer.status))
        await new Promise((resolve) => setTimeout(resolve, 5))
      }
    })()
    expect(migrate(next.folder)).toMatch(new RegExp(`^0: [^]*now at version ${version + 1}`))
    expect(migrate(root)).toBe(
      `0: nothing to do: the database is at version ${version + 1}, ahead of this build, which needs ` +
        `${version} and works with it\n`
    )
    await start(1, next.serve)
    expect([await readiness(0), await readiness(1)]).toEqual([200, 200])

    const browser = new ConsoleBrowser(at(0), at(1))
    const token = old.setupLink?.split("token=")[1] ?? ""
    expect(
      (
        await browser.send(
          "POST",
          "/api/auth/bootstrap",
          { email: "ada@example.org", full_name: "Ada", password: "correct horse battery staple" },
          { "x-service-bootstrap-token": token }
        )
      ).status
    ).toBeLessThan(300)
    const there = new ConsoleBrowser(at(0))
    for (const [name, value] of browser.cookies) there.cookies.set(name, value)
    expect((await there.session())["user"]?.email).toBe((await browser.session())["user"]?.email)

    stopped = true
    await asking
    expect(lost).toEqual([])
    expect(await old.stop("SIGTERM")).toBe(0)
    add(version + 2, "")
    expect(migrate(next.folder)).toMatch(/^0: /)
    await expect(start(0, ["layers/commands/main.ts", "serve"])).rejects.toThrow(
      `the database is at schema version ${version + 2}, this build needs ${version}: install a newer release`
    )
    expect(migrate(root)).toBe(
      `1: stowage: the database is at schema version ${version + 2}, this build needs ${version}: install a ` +
        "newer release\n"
    )
  }, 240_000)
})
