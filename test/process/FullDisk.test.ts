import { Effect, Exit, Scope } from "effect"
import { chmodSync, rmSync } from "node:fs"
import { afterAll, beforeAll, expect, it } from "vitest"
import type { ConsoleBrowser } from "../support/ConsoleBrowser.ts"
import { type DebianPostgres, debianPostgres, debianPostgresLack, makeDatabase } from "../support/debianPostgres.ts"
import { freePort } from "../support/freePort.ts"
import { firstInBrowser, productionSettings } from "../support/production.ts"
import { requirement } from "../support/Requirement.ts"
import { type ServiceProcess, startService } from "../support/ServiceProcess.ts"
import { fillDisk, smallDisk, smallDiskLack } from "../support/smallDisk.ts"
import { sandboxStorage } from "./sandboxStorage.ts"

requirement("small disk and PostgreSQL 15", smallDiskLack() ?? debianPostgresLack())(
  "a full disk under the database, in production",
  () => {
    const scope = Scope.makeUnsafe()
    let disk = ""
    let server: DebianPostgres
    let service: ServiceProcess
    let storage: Awaited<ReturnType<typeof sandboxStorage>>
    let person: ConsoleBrowser
    let context = 0
    beforeAll(async () => {
      // the WAL is on another disk, so that the tables run out of space: without space for its WAL the server ends
      disk = await Effect.runPromise(Scope.provide(smallDisk("220m"), scope))
      chmodSync(disk, 0o755)
      server = await debianPostgres()
      server.start()
      server.place("small", disk)
      makeDatabase(server, "small")
      storage = await sandboxStorage(["photos"])
      const port = await freePort()
      service = await startService({
        port,
        env: {
          ...productionSettings(server.url(), `http://localhost:${port}`),
          RUNNER_PORT: String(await freePort()),
          GATEWAY_TIMEOUT_SECONDS: "5",
          GATEWAY_RECONCILIATION_CRON_SCHEDULE: "*/2 * * * * *"
        }
      })
      person = (await firstInBrowser(service.origin, service.setupLink)).browser
      context = await storage.register(person)
      expect((await makeBucket("before")).status).toBe(201)
    }, 240_000)
    afterAll(async () => {
      await service.stop("SIGKILL")
      await storage.close()
      server.remove()
      await Effect.runPromise(Scope.close(scope, Exit.void))
    })

    const makeBucket = (name: string) => person.post(`/api/manager/buckets?context_id=${context}`, { name })
    const leaveNoRoom = () => {
      for (const table of ["gateway_intents", "audit_logs", "api_tokens"]) server.sql(`vacuum full ${table}`, "stowage")
      for (const table of ["gateway_intents", "audit_logs", "api_tokens"])
        server.sql(`alter table ${table} set (fillfactor = 10)`, "stowage")
    }

    it("reads work, writes are 503, and no gateway is changed without a written intent", async () => {
      leaveNoRoom()
      const ballast = await Effect.runPromise(fillDisk(disk))
      const asked: Array<string> = []
      storage.proxy.set((method, path) => {
        if (method !== "GET" && method !== "HEAD") asked.push(`${method} ${path}`)
        return "pass"
      })
      // rows that fit on a page are still written: find the first that does not
      const made: Array<string> = []
      let refused = await makeBucket("full-0")
      for (let nr = 1; refused.status === 201 && nr < 300; nr++) {
        made.push(`full-${nr - 1}`)
        refused = await makeBucket(`full-${nr}`)
      }
      console.log(`${made.length} buckets were made before a page was full`)
      expect({ status: refused.status, code: refused.code, retry: refused.headers.get("retry-after") }).toEqual({
        status: 503,
        code: "unavailable",
        retry: "5"
      })
      const refusedName = `full-${made.length}`
      expect(asked.filter((one) => one.includes(`/${refusedName}`))).toEqual([])
      expect(await storage.bucketNames()).not.toContain(refusedName)

      expect((await person.get(`/api/manager/buckets?context_id=${context}`)).status).toBe(200)
      expect((await person.get("/api/admin/users")).status).toBe(200)
      expect((await fetch(`${service.origin}/readyz`)).status).toBe(200)

      expect(service.output()).toMatch(/The database does not answer: [^\n]*No space left on device/)

      rmSync(ballast)
      const after = await makeBucket("after")
      expect(after.status, after.text).toBe(201)
      // hanging changes settle after three timeouts; one that is checked too early waits for the next check
      await expect
        .poll(() => server.sql("select count(*) from gateway_intents where outcome is null", "stowage"), {
          timeout: 240_000,
          interval: 500
        })
        .toEqual(["0"])
      const told = server.sql(
        "select coalesce(entity_label, entity_id) || ' ' || status from audit_logs where action = " +
          "'bucket.create' order by id",
        "stowage"
      )
      expect(told).toEqual(["before", ...made, "after"].map((name) => `${name} success`))
    }, 420_000)
  }
)
