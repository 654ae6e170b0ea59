import { afterAll, beforeAll, expect, it } from "vitest"
import { ConsoleBrowser } from "../support/ConsoleBrowser.ts"
import { type DebianPostgres, debianPostgres, debianPostgresLack, makeDatabase } from "../support/debianPostgres.ts"
import { EventConnection } from "../support/EventConnection.ts"
import { freePort } from "../support/freePort.ts"
import { firstInBrowser, firstPassword, productionSettings } from "../support/production.ts"
import { requirement } from "../support/Requirement.ts"
import { type ServiceProcess, startService } from "../support/ServiceProcess.ts"
import { sandboxStorage } from "./sandboxStorage.ts"

const connections = { server: 20, replica: 7, tooMany: 10 }
const people = 20
const streams = 6
/** Milliseconds: of the whole, and between an answer and the next request of a person. */
const time = { load: 10_000, pause: 200 }

const pause = (milliseconds: number) =>
  new Promise<void>((resolve) => {
    setTimeout(resolve, milliseconds)
  })

requirement("PostgreSQL 15", debianPostgresLack())(
  "two replicas in production on a database that allows few connections",
  () => {
    let server: DebianPostgres
    let storage: Awaited<ReturnType<typeof sandboxStorage>>
    let start: (nr: 0 | 1, pool: number) => Promise<ServiceProcess>
    const running: Array<ServiceProcess> = []
    let origin = ""
    let addresses: readonly [string, string] = ["", ""]

    beforeAll(async () => {
      server = await debianPostgres({ settings: { max_connections: String(connections.server) } })
      server.start()
      makeDatabase(server)
      storage = await sandboxStorage(["photos"])
      const [one = 0, two = 0, ...runners] = await Promise.all(Array.from({ length: 4 }, freePort))
      origin = `http://localhost:${one}`
      addresses = [origin, `http://localhost:${two}`]
      const shared = productionSettings(server.url(), origin)
      start = async (nr, pool) => {
        const service = await startService({
          port: nr === 0 ? one : two,
          env: { ...shared, DATABASE_MAX_CONNECTIONS: String(pool), RUNNER_PORT: String(runners[nr]) }
        })
        running.push(service)
        return service
      }
    }, 240_000)
    afterAll(async () => {
      for (const replica of running) await replica.stop("SIGKILL")
      await storage.close()
      server.remove()
    })

    it("pools that fit serve twenty people with lists, changes and streams, and refuse nobody", async () => {
      const { setupLink } = await start(0, connections.replica)
      await start(1, connections.replica)
      const first = (await firstInBrowser(origin, setupLink)).browser
      const context = await storage.register(first)
      const [account] = (await first.get("/api/admin/accounts")).body["items"] as ReadonlyArray<{ readonly id: number }>
      const browsers: Array<ConsoleBrowser> = []
      for (let nr = 0; nr < people; nr++) {
        const email = `person-${nr}@example.org`
        const made = await first.post("/api/admin/users", {
          email,
          full_name: `Person ${nr}`,
          role: "ui_user",
          password: firstPassword,
          account_links: [{ account_id: account?.id, manager_role: "account_administrator" }]
        })
        expect(made.status, made.text).toBe(201)
        const browser = new ConsoleBrowser(origin, addresses[nr % 2])
        const entered = await browser.send(
          "POST",
          "/api/auth/login",
          { email, password: firstPassword },
          { "x-forwarded-for": `203.0.113.${nr + 1}` }
        )
        expect(entered.status, entered.text).toBe(200)
        browsers.push(browser)
      }

      const answers: Array<{ readonly status: number; readonly took: number }> = []
      const changed: Array<string> = []
      const open: Array<EventConnection> = []
      for (const [nr, browser] of browsers.slice(0, streams).entries()) {
        const cookie = Array.from(browser.cookies)
          .map(([name, { value }]) => `${name}=${value}`)
          .join("; ")
        open.push(
          await EventConnection.open(`${addresses[nr % 2]}/api/manager/buckets/stream?context_id=${context}`, {
            cookie
          })
        )
      }
      let most = 0
      const until = performance.now() + time.load
      const works = async (browser: ConsoleBrowser, who: number) => {
        for (let nr = who; performance.now() < until; nr++) {
          const began = performance.now()
          const name = `made-${who}-${nr}`
          const { status } =
            nr % 10 === 0
              ? await browser.post(`/api/manager/buckets?context_id=${context}`, { name })
              : nr % 2 === 0
                ? await browser.get(`/api/manager/buckets?context_id=${context}`)
                : await browser.get("/api/auth/session")
          if (status === 201) changed.push(name)
          answers.push({ status, took: performance.now() - began })
          await pause(time.pause)
        }
      }
      const counts = async () => {
        while (performance.now() < until) {
          most = Math.max(
            most,
            Number(server.sql("select count(*) from pg_stat_activity where usename = 'stowage'")[0])
          )
          await pause(1_000)
        }
      }
      await Promise.all([...browsers.map(works), counts()])
      for (const stream of open) {
        expect(stream.closed).toBe(false)
        stream.close()
      }

      const times = answers.map(({ took }) => took).sort((a, b) => a - b)
      const share = (of: number) => times[Math.floor(times.length * of)]?.toFixed(0)
      const refused = answers.filter(({ status }) => status >= 300).map(({ status }) => status)
      console.log(
        `${answers.length} requests, ${changed.length} of them changes, on at most ${most} connections: median ` +
          `${share(0.5)} ms, p95 ${share(0.95)} ms, ${refused.length} refused`
      )
      expect(refused).toEqual([])
      expect(changed.length).toBeGreaterThan(people / 2)
      expect(most).toBeLessThanOrEqual(2 * connections.replica)
      await expect
        .poll(() =>
          [
            ...server.sql(
              "select entity_label from audit_logs where action = 'bucket.create' and status = 'success'",
              "stowage"
            )
          ].sort()
        )
        .toEqual(changed.sort())
      for (const replica of running) expect(replica.output()).not.toMatch(/DATABASE_MAX_CONNECTIONS/)
    }, 240_000)

    it("pools that do not fit are told in one line by whoever starts last", async () => {
      for (const replica of running.splice(0)) expect(await replica.stop()).toBe(0)
      await start(0, connections.tooMany)
      const last = await start(1, connections.tooMany)
      expect(last.output().match(/DATABASE_MAX_CONNECTIONS[^"]*/g)).toEqual([
        expect.stringMatching(
          /^DATABASE_MAX_CONNECTIONS: of the 17 connections that the database allows 1\d are taken or may be wanted by other replicas, and this process may want 10: /
        )
      ])
    }, 240_000)
  }
)
