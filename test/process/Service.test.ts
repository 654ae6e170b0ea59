import { spawnSync } from "node:child_process"
import { mkdtempSync } from "node:fs"
import { tmpdir } from "node:os"
import * as path from "node:path"
import { afterAll, assert, describe, expect, inject, it } from "vitest"
import { freePort } from "../support/freePort.ts"
import { heldLine } from "../support/heldLine.ts"
import { inheritedEnv } from "../support/inheritedEnv.ts"
import { ownDatabase } from "../support/ownDatabase.ts"
import { type ServiceProcess, startService } from "../support/ServiceProcess.ts"

const running: Array<ServiceProcess> = []
const start = async (options?: Parameters<typeof startService>[0]) => {
  const service = await startService(options)
  running.push(service)
  return service
}
afterAll(async () => {
  for (const service of running) await service.stop("SIGKILL")
})

const stowage = (args: ReadonlyArray<string>, env: Record<string, string>) =>
  spawnSync(process.execPath, ["layers/commands/main.ts", ...args], {
    env: { ...inheritedEnv, ...env },
    encoding: "utf8",
    timeout: 60_000
  })

describe("the service as a process", () => {
  it("drains on a stop signal: exit 0, well within 10 seconds, with a request open", async () => {
    const database = await ownDatabase()
    const service = await start({ env: { DATABASE_URL: database.url } })
    const open = new AbortController()
    const stream = await fetch(`${service.origin}/api/docs`, { signal: open.signal })
    assert.strictEqual(stream.status, 200)
    const began = Date.now()
    assert.strictEqual(await service.stop("SIGTERM"), 0)
    assert.isBelow(Date.now() - began, 10_000)
    open.abort()
    await database.drop()
  }, 300_000)

  it("a start waits for connections to the database that take seven seconds, without a stack", async () => {
    const database = await ownDatabase()
    const line = await heldLine(`${inject("postgres").socketDir}/.s.PGSQL.5432`, (nth) =>
      nth >= 2 && nth <= 4 ? 7_000 : 0
    )
    const service = await start({
      env: { DATABASE_URL: `postgres://postgres@127.0.0.1:${line.port}${new URL(database.url).pathname}` }
    })
    assert.strictEqual((await fetch(`${service.origin}/readyz`)).status, 200)
    assert.match(service.output(), /The database does not accept a connection yet and is tried again/)
    assert.notMatch(service.output(), /SqlError|\n\s+at |\\n\s+at /)
    await service.stop("SIGKILL")
    await line.close()
    await database.drop()
  }, 300_000)

  it("after kill -9 the next start adopts the database, and the data is there", async () => {
    const first = await start()
    const token = first.setupLink?.split("token=")[1] ?? ""
    const created = await fetch(`${first.origin}/api/auth/bootstrap`, {
      method: "POST",
      headers: { origin: first.origin, "content-type": "application/json", "x-service-bootstrap-token": token },
      body: JSON.stringify({
        email: "ada@example.org",
        full_name: "Ada Lovelace",
        password: "correct horse battery staple"
      })
    })
    assert.strictEqual(created.status, 200)
    await first.stop("SIGKILL")
    const second = await start({ dataDir: first.dataDir })
    assert.isUndefined(second.setupLink, "setup stays closed")
    const session = (await (await fetch(`${second.origin}/api/auth/session`)).json()) as {
      readonly setup_required: boolean
    }
    assert.isFalse(session.setup_required)
    assert.strictEqual(await second.stop("SIGTERM"), 0)
  }, 300_000)

  it("npm start leads an empty folder to a setup link, exits 0 on Ctrl-C, and restarts with its data", async () => {
    const first = await start({ program: ["bin/start.mjs"] })
    assert.isDefined(first.setupLink)
    assert.strictEqual((await fetch(`${first.origin}/setup`)).status, 200)
    assert.strictEqual(await first.stop("SIGINT"), 0)
    const again = await start({ program: ["bin/start.mjs"], dataDir: first.dataDir })
    assert.isDefined(again.setupLink)
    assert.strictEqual(await again.stop("SIGTERM"), 0)
  }, 300_000)

  for (const [way, flags] of Object.entries({
    "in the place of what was started": [],
    "behind what was started": ["--import", "data:text/javascript,delete process.execve"]
  })) {
    it(`stowage serve, ${way}: turns unready when stopped, serves on as configured, and exits 0`, async () => {
      const database = await ownDatabase()
      const service = await start({
        program: [...flags, "bin/stowage.mjs", "serve", "--migrate"],
        env: { DATABASE_URL: database.url, SHUTDOWN_DELAY: "3" }
      })
      const status = async (path: string) => (await fetch(`${service.origin}${path}`)).status
      assert.strictEqual(await status("/readyz"), 200)
      const stopped = service.stop("SIGTERM")
      await expect.poll(() => status("/readyz"), { interval: 10 }).toBe(503)
      assert.strictEqual(await status("/api/openapi.json"), 200)
      assert.strictEqual(await stopped, 0)
      await expect(status("/healthz")).rejects.toThrow()
      await database.drop()
    }, 300_000)

    it(`stowage serve, ${way}: leaves nothing behind when that is killed`, async () => {
      const database = await ownDatabase()
      const service = await start({
        program: [...flags, "bin/stowage.mjs", "serve", "--migrate"],
        env: { DATABASE_URL: database.url }
      })
      await service.stop("SIGKILL")
      await expect
        .poll(
          () =>
            fetch(`${service.origin}/healthz`).then(
              () => "there",
              () => "gone"
            ),
          { timeout: 60_000 }
        )
        .toBe("gone")
      await database.drop()
    }, 300_000)
  }

  it("names every bad variable in one line each, and exits with 1", () => {
    const { status, stderr } = stowage(["serve"], { PORT: "0.5", LOG_LEVEL: "loud", STOWAGE_MODE: "production" })
    assert.strictEqual(status, 1)
    for (const name of [
      "PORT",
      "LOG_LEVEL",
      "TRUSTED_PROXY_CIDRS",
      "UI_JWT_KEYS",
      "CREDENTIAL_KEYS",
      "PUBLIC_ORIGIN"
    ]) {
      assert.match(stderr, new RegExp(`^stowage: ${name}: .+$`, "m"))
    }
  })

  it("says in one line that the port or the data directory is taken", async () => {
    const service = await start()
    const port = new URL(service.origin).port
    const { status, stderr } = stowage(["serve", "--migrate"], { PORT: port, DATA_DIR: `${service.dataDir}/other` })
    assert.strictEqual(status, 1)
    assert.include(stderr, "the port is taken by another program")
    const second = stowage(["serve"], { PORT: port, DATA_DIR: service.dataDir })
    assert.strictEqual(second.status, 1)
    assert.match(second.stderr.trim(), /^stowage: the sandbox gateway cannot start: \S[^\n]*$/)
    const runner = stowage(["serve", "--migrate"], {
      PORT: String(await freePort()),
      RUNNER_HOST: "127.0.0.1",
      RUNNER_PORT: port,
      DATA_DIR: `${service.dataDir}/another`
    })
    assert.strictEqual(runner.status, 1)
    assert.strictEqual(
      runner.stderr.trim(),
      "stowage: the runner's port is taken by another program: set RUNNER_PORT to a free one"
    )
    await service.stop()
  }, 300_000)

  it("refuses a database of another version and says which command mends it", async () => {
    const database = await ownDatabase("empty")
    const { status, stderr } = stowage(["serve"], {
      DATABASE_URL: database.url,
      DATA_DIR: mkdtempSync(path.join(tmpdir(), "stowage-refused-")),
      PORT: String(await freePort())
    })
    await database.drop()
    assert.strictEqual(status, 1)
    assert.match(stderr, /^stowage: the database is at schema version 0, this build needs \d+: stowage migrate$/m)
  }, 300_000)
})
