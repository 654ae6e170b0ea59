import { Effect, Exit, Scope } from "effect"
import { readFileSync, rmSync } from "node:fs"
import * as path from "node:path"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { type OwnDatabase, ownDatabase } from "../support/ownDatabase.ts"
import { requirement } from "../support/Requirement.ts"
import { type ServiceProcess, startService } from "../support/ServiceProcess.ts"
import { fillDisk, smallDisk, smallDiskLack } from "../support/smallDisk.ts"

const asked = async ({ origin }: ServiceProcess): Promise<ReadonlyArray<number>> => {
  const statuses: Array<number> = []
  for (let nr = 0; nr < 30; nr++) statuses.push((await fetch(`${origin}/api/auth/session`)).status)
  return statuses
}
const failures = async ({ origin }: ServiceProcess): Promise<number> =>
  Number(/^stowage_log_failures_total (\d+)$/m.exec(await (await fetch(`${origin}/metrics`)).text())?.[1])

describe("a log that cannot be written", () => {
  let database: OwnDatabase
  let service: ServiceProcess | undefined
  const start = async (before: ReadonlyArray<string> = []) => {
    service = await startService({
      before,
      env: { DATABASE_URL: database.url, LOG_LEVEL: "Info", SANDBOX_GATEWAY: "false" }
    })
    return service
  }
  beforeAll(async () => {
    database = await ownDatabase()
  }, 120_000)
  afterAll(async () => {
    await service?.stop("SIGKILL")
    await database.drop()
  })

  it("whose pipe was closed costs no request, and no end but the one that was asked for", async () => {
    const closed = await start()
    expect(await failures(closed)).toBe(0)
    closed.child.stdout?.destroy()
    closed.child.stderr?.destroy()
    expect(new Set(await asked(closed))).toEqual(new Set([200]))
    expect(await failures(closed)).toBeGreaterThan(1)
    expect(await closed.stop("SIGTERM")).toBe(0)
  }, 240_000)

  it("with a blocked reader loses lines instead of memory, and continues once it is read", async () => {
    const unread = await start()
    unread.child.stderr?.pause()
    const long = () => fetch(`${unread.origin}/api/${"x".repeat(8_000)}`).then(({ status }) => status)
    for (let nr = 0; nr < 250; nr++) expect(await long()).toBe(404)
    const lost = await failures(unread)
    expect(lost).toBeGreaterThan(0)
    expect(lost).toBeLessThan(250)
    const before = unread.output().length
    unread.child.stderr?.resume()
    await expect.poll(() => unread.output().length - before).toBeGreaterThan((250 - lost) * 8_000)
    await asked(unread)
    await expect.poll(() => unread.output().match(/"route":"\/api\/auth\/session"/g)).toHaveLength(30)
    expect(await failures(unread)).toBe(lost)
    expect(await unread.stop("SIGTERM")).toBe(0)
  }, 240_000)

  requirement("small disk", smallDiskLack())("on a full disk", () => {
    const scope = Scope.makeUnsafe()
    afterAll(() => Effect.runPromise(Scope.close(scope, Exit.void)))

    it("costs neither the start nor a request, and goes on once there is room", async () => {
      const disk = await Effect.runPromise(Scope.provide(smallDisk("256k"), scope))
      const ballast = await Effect.runPromise(fillDisk(disk))
      const log = path.join(disk, "log")
      const full = await start(["sh", "-c", `exec "$@" 2>>${log}`, "sh"])
      expect(new Set(await asked(full))).toEqual(new Set([200]))
      expect(await failures(full)).toBeGreaterThan(1)
      expect(readFileSync(log, "utf8")).toBe("")
      rmSync(ballast)
      await asked(full)
      expect(readFileSync(log, "utf8").match(/"message":"request"/g)).toHaveLength(30)
      expect(await full.stop("SIGTERM")).toBe(0)
    }, 240_000)
  })
})
