import { chmodSync, mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import * as path from "node:path"
import { getCACertificates, setDefaultCACertificates } from "node:tls"
import { afterAll, beforeAll, expect, it } from "vitest"
import type { ConsoleBrowser } from "../support/ConsoleBrowser.ts"
import { type DebianPostgres, debianPostgres, debianPostgresLack, makeDatabase } from "../support/debianPostgres.ts"
import { EventConnection } from "../support/EventConnection.ts"
import { freePort } from "../support/freePort.ts"
import { type HeldLine, heldLine } from "../support/heldLine.ts"
import { firstInBrowser, firstPassword, movedTo, productionSettings } from "../support/production.ts"
import { proxiesLack, type Proxy, startNginx } from "../support/proxies.ts"
import { requirement } from "../support/Requirement.ts"
import { type ServiceProcess, startService } from "../support/ServiceProcess.ts"
import { sandboxStorage } from "./sandboxStorage.ts"

/** Seconds until every request must be served: a hanging connection is dropped after five of them. */
const soon = 8
/** Seconds: a connection that hangs is given up after 5 s, and a busy machine needs more for the rest. */
const latest = 20

interface Fate {
  readonly what: string
  readonly sentAt: number
  readonly endedAt: number
  readonly status: number
  readonly retryAfter: string | null
  readonly stale: boolean
}

const pause = (milliseconds: number) =>
  new Promise<void>((resolve) => {
    setTimeout(resolve, milliseconds)
  })

requirement("nginx and PostgreSQL 15", proxiesLack() ?? debianPostgresLack())(
  "a bad day of two replicas in production, behind nginx with TLS, with people at work",
  () => {
    const folder = mkdtempSync(path.join(tmpdir(), "stowage-day-"))
    const trusted = getCACertificates("default")
    let server: DebianPostgres
    let line: HeldLine
    let nginx: Proxy
    let storage: Awaited<ReturnType<typeof sandboxStorage>>
    const replicas: Array<ServiceProcess> = []
    let start: (nr: 0 | 1) => Promise<void>
    let origin = ""
    let context = 0
    const people: Array<ConsoleBrowser> = []

    const fates: Array<Fate> = []
    const made = { buckets: new Map<string, number>(), tokens: new Map<string, number>() }
    const streams = { opened: 0, lastOpenedAt: 0, lastHeardAt: 0, current: undefined as EventConnection | undefined }
    let over = false
    const work: Array<Promise<void>> = []

    const send = async (
      what: string,
      person: ConsoleBrowser,
      method: string,
      where: string,
      body?: unknown
    ): Promise<number> => {
      const sentAt = performance.now()
      const note = (status: number, retryAfter: string | null, stale: boolean) => {
        fates.push({ what, sentAt, endedAt: performance.now(), status, retryAfter, stale })
      }
      try {
        const answer = await person.send(method, where, body)
        note(answer.status, answer.headers.get("retry-after"), answer.body["listing"]?.["stale"] === true)
        return answer.status
      } catch {
        note(0, null, false)
        return 0
      }
    }

    const reads = async (person: ConsoleBrowser, where: string) => {
      while (!over) {
        await send("read", person, "GET", where)
        await pause(40)
      }
    }
    const makes = async (person: ConsoleBrowser) => {
      for (let nr = 0; !over; nr++) {
        const name = `made-${nr}`
        made.tokens.set(
          name,
          await send("write", person, "POST", "/api/auth/api-tokens", { name, scopes: ["profile.read"] })
        )
        made.buckets.set(
          name,
          await send("write", person, "POST", `/api/manager/buckets?context_id=${context}`, { name })
        )
        await pause(150)
      }
    }
    const follows = async (person: ConsoleBrowser) => {
      let lastId = ""
      while (!over) {
        const cookie = Array.from(person.cookies)
          .map(([name, { value }]) => `${name}=${value}`)
          .join("; ")
        try {
          const stream = await EventConnection.open(`${origin}/api/manager/buckets/stream?context_id=${context}`, {
            cookie,
            ...(lastId === "" ? {} : { "last-event-id": lastId })
          })
          streams.opened += 1
          streams.lastOpenedAt = performance.now()
          streams.current = stream
          stream.response.on("data", () => {
            streams.lastHeardAt = performance.now()
          })
          if (over) stream.close()
          await stream.over
          lastId = stream.lastId === "" ? lastId : stream.lastId
        } catch {
          // after a refusal or no answer, retry as a browser does
        }
        await pause(200)
      }
    }

    const since = (moment: number) => fates.filter(({ sentAt }) => sentAt >= moment)
    const lost = (some: ReadonlyArray<Fate>) =>
      some
        .filter(({ status }) => status === 0 || status >= 500)
        .map(
          ({ endedAt, sentAt, status, what }) =>
            `${what} ${status} sent at ${sentAt.toFixed(0)}, over at ${endedAt.toFixed(0)}`
        )
    const served = async (from: number): Promise<number> => {
      const [writer, , reader] = people
      let first = { read: 0, write: 0 }
      for (let nr = 0; (first.read === 0 || first.write === 0) && performance.now() - from < 30_000; nr++) {
        const name = `asked-${from.toFixed(0)}-${nr}`
        // concurrent: the one before may hang until its timeout
        void reader?.get("/api/me/security").then(
          ({ status }) => {
            if (status === 200) first = { ...first, read: first.read || performance.now() }
          },
          () => undefined
        )
        void writer?.post("/api/auth/api-tokens", { name, scopes: ["profile.read"] }).then(
          ({ status }) => {
            made.tokens.set(name, status)
            if (status < 300) first = { ...first, write: first.write || performance.now() }
          },
          () => made.tokens.set(name, 0)
        )
        await pause(200)
      }
      expect(Math.min(first.read, first.write), "it was served").toBeGreaterThan(0)
      return (Math.max(first.read, first.write) - from) / 1_000
    }
    const followed = (from: number) =>
      expect
        .poll(() => streams.current?.closed === false && streams.lastHeardAt > from, { timeout: 20_000, interval: 50 })
        .toBe(true)

    beforeAll(async () => {
      chmodSync(folder, 0o755)
      server = await debianPostgres()
      server.start()
      makeDatabase(server)
      line = await heldLine(server.socket)
      storage = await sandboxStorage(["photos"])
      const [one = 0, two = 0, tls = 0, plain = 0, ...runners] = await Promise.all(Array.from({ length: 6 }, freePort))
      origin = `https://localhost:${tls}`
      const env = {
        ...productionSettings(server.url({ port: line.port }), origin),
        SHUTDOWN_DELAY: "4",
        DATABASE_MAX_CONNECTIONS: "8",
        GATEWAY_TIMEOUT_SECONDS: "4",
        GATEWAY_RECONCILIATION_CRON_SCHEDULE: "*/2 * * * * *"
      }
      start = async (nr) => {
        replicas[nr] = await startService({
          port: nr === 0 ? one : two,
          env: { ...env, RUNNER_PORT: String(runners[nr]) }
        })
      }
      await start(0)
      await start(1)
      nginx = await startNginx(folder, { port: plain, tls, replicas: [one, two] })
      setDefaultCACertificates([...trusted, nginx.authority ?? ""])
      const first = await firstInBrowser(origin, replicas[0]?.setupLink)
      context = await storage.register(first.browser)
      people.push(first.browser)
      for (let nr = 0; nr < 3; nr++) {
        const another = movedTo(origin, origin, first.browser)
        another.cookies.clear()
        await another.post("/api/auth/login", { email: "ada@example.org", password: firstPassword })
        const options = await another.post("/api/auth/webauthn/authentication/options")
        const entered = await another.post(
          "/api/auth/webauthn/authentication/verify",
          first.authenticator.get(options.body as never)
        )
        expect(entered.status, entered.text).toBe(200)
        people.push(another)
      }
      const [writer, ...readers] = people as [ConsoleBrowser, ConsoleBrowser, ConsoleBrowser, ConsoleBrowser]
      work.push(
        makes(writer),
        reads(readers[0], `/api/manager/buckets?context_id=${context}`),
        reads(readers[1], "/api/me/security"),
        reads(readers[2], "/api/admin/users"),
        follows(readers[0])
      )
    }, 240_000)
    afterAll(async () => {
      over = true
      streams.current?.close()
      await Promise.all(work)
      setDefaultCACertificates(trusted)
      await nginx.stop()
      for (const replica of replicas) await replica.stop("SIGKILL")
      await line.close()
      await storage.close()
      server.remove()
      rmSync(folder, { recursive: true, force: true })
    })

    it("one restarted after the other loses no request, and the stream goes on elsewhere", async () => {
      await served(performance.now())
      await followed(0)
      const began = performance.now()
      for (const nr of [0, 1] as const) {
        expect(await replicas[nr]?.stop("SIGTERM")).toBe(0)
        await start(nr)
      }
      await pause(1_000)
      const all = since(began)
      console.log(`${all.length} requests in a rolling restart`)
      expect(all.length).toBeGreaterThan(100)
      expect(lost(all)).toEqual([])
      await followed(performance.now() - 1_000)
    }, 120_000)

    it("one that is killed costs what was in flight there, and nothing that is sent afterwards", async () => {
      // nginx avoids a replica that refused for this long
      await pause(2_500)
      const killedAt = performance.now()
      await replicas[0]?.stop("SIGKILL")
      const gone = performance.now()
      await pause(3_000)
      expect(lost(since(gone + 100))).toEqual([])
      expect(lost(since(killedAt - 5_000)).length).toBeLessThanOrEqual(people.length)
      await followed(gone)
      await start(0)
    }, 120_000)

    it("a silent database is answered with 503 and Retry-After, and service resumes in seconds", async () => {
      const heldAt = performance.now()
      line.hold()
      await pause(9_000)
      // each request waits 5 s for the database: their number within the outage varies
      await expect
        .poll(() => fates.some(({ sentAt, status }) => sentAt >= heldAt && status === 503), { timeout: 20_000 })
        .toBe(true)
      line.release()
      const releasedAt = performance.now()
      const after = await served(releasedAt)
      await pause(soon * 1_000)
      const during = fates.filter(({ sentAt }) => sentAt >= heldAt && sentAt <= releasedAt)
      console.log(
        `${during.length} requests while the database was silent; served ${after.toFixed(1)} s after its return`
      )
      expect(during.filter(({ status }) => status === 503).length).toBeGreaterThan(0)
      for (const { retryAfter, status } of during.filter(({ status }) => status === 0 || status >= 500))
        expect({ status, retryAfter }).toEqual({ status: 503, retryAfter: "5" })
      expect(after).toBeLessThan(latest)
      expect(lost(since(releasedAt + Math.max(after + 1, soon) * 1_000))).toEqual([])
      await followed(releasedAt)
    }, 120_000)

    it("a database that restarts is told by the same, and is served as soon", async () => {
      const stoppedAt = performance.now()
      // without this process, whose users would stall
      server.stop("immediate")
      await pause(2_000)
      server.start()
      const backAt = performance.now()
      const after = await served(backAt)
      console.log(`served ${after.toFixed(1)} s after the restart of the database`)
      const failed = since(stoppedAt).filter(({ status }) => status === 0 || status >= 500)
      expect(failed.length).toBeGreaterThan(0)
      for (const { retryAfter, status } of failed)
        expect({ status, retryAfter }).toEqual({ status: 503, retryAfter: "5" })
      expect(after).toBeLessThan(latest)
      await pause(2_000)
      expect(lost(since(backAt + Math.max(after + 1, soon) * 1_000))).toEqual([])
      await followed(backAt)
    }, 120_000)

    it("an unreachable gateway leaves its list readable and marked, and refuses changes", async () => {
      const [, reader] = people
      const state = async () =>
        (await reader?.get(`/api/manager/buckets?context_id=${context}`))?.body["listing"] as {
          readonly stale: boolean
          readonly last_error: object | null
        }
      const awayAt = performance.now()
      storage.proxy.set(() => "cut")
      storage.proxy.disconnect()
      await reader?.post(`/api/manager/buckets/cache/refresh?context_id=${context}`)
      await expect.poll(async () => (await state()).stale, { timeout: 30_000, interval: 200 }).toBe(true)
      expect((await state()).last_error).not.toBe(null)
      const all = since(awayAt)
      expect(lost(all.filter(({ what }) => what === "read"))).toEqual([])
      storage.proxy.set(() => "pass")
      await expect
        .poll(
          async () => {
            await reader?.post(`/api/manager/buckets/cache/refresh?context_id=${context}`)
            return (await state()).stale
          },
          { timeout: 60_000, interval: 500 }
        )
        .toBe(false)
      await served(performance.now())
    }, 120_000)

    it("each confirmed change is in the trail once; an unconfirmed one at most once", async () => {
      over = true
      streams.current?.close()
      await Promise.all(work)
      const count = (status: (status: number) => boolean, of: Map<string, number>) =>
        [...of.values()].filter(status).length
      const succeeded = (status: number) => status >= 200 && status < 300
      console.log(
        `${fates.length} requests; of ${made.buckets.size} buckets ${count(succeeded, made.buckets)} made, of ` +
          `${made.tokens.size} tokens ${count(succeeded, made.tokens)}; ${streams.opened} streams`
      )
      expect(count(succeeded, made.buckets)).toBeGreaterThan(20)
      // hanging changes settle after three timeouts; one that is checked too early waits for the next check
      await expect
        .poll(() => server.sql("select count(*) from gateway_intents where outcome is null", "stowage"), {
          timeout: 240_000,
          interval: 500
        })
        .toEqual(["0"])

      const told = (action: string) =>
        server
          .sql(
            `select coalesce(entity_label, entity_id) || ' ' || status from audit_logs where action = '${action}'`,
            "stowage"
          )
          .map((row) => row.split(" ") as [string, string])
      const bucketsTold = told("bucket.create")
      const there = new Set(await storage.bucketNames())
      for (const [name, status] of made.buckets) {
        const entries = bucketsTold.filter(([of]) => of === name).map(([, outcome]) => outcome)
        if (succeeded(status)) expect(entries, `${name} was answered ${status}`).toEqual(["success"])
        else
          expect(entries.filter((outcome) => outcome === "success").length, `${name} was answered ${status}`).toBe(
            there.has(name) ? 1 : 0
          )
        expect(entries.length, name).toBeLessThanOrEqual(1)
        if (succeeded(status)) expect(there.has(name)).toBe(true)
      }
      const tokensTold = told("api_token.create").map(([name]) => name)
      const tokensThere = server.sql("select name from api_tokens", "stowage")
      for (const [name, status] of made.tokens) {
        const entries = tokensTold.filter((of) => of === name).length
        expect(entries, `${name} was answered ${status}`).toBe(tokensThere.filter((of) => of === name).length)
        if (succeeded(status)) expect(entries, name).toBe(1)
      }
    }, 300_000)
  }
)
