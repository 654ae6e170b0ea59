import { afterAll, beforeAll, expect, inject, it } from "vitest"
import type { ConsoleBrowser } from "../support/ConsoleBrowser.ts"
import { freePort } from "../support/freePort.ts"
import { type HeldLine, heldLine } from "../support/heldLine.ts"
import { type NameServer, nameServer, nameServerLack, type Naming } from "../support/nameServer.ts"
import { type OwnDatabase, ownDatabase } from "../support/ownDatabase.ts"
import { firstInBrowser, productionSettings } from "../support/production.ts"
import { requirement } from "../support/Requirement.ts"
import { type ServiceProcess, startService } from "../support/ServiceProcess.ts"
import { sandboxStorage } from "./sandboxStorage.ts"

const seconds = async (what: () => Promise<unknown>) => {
  const began = performance.now()
  await what()
  return (performance.now() - began) / 1_000
}

requirement("another resolver", nameServerLack())("name servers that stop answering", () => {
  let database: OwnDatabase
  let line: HeldLine
  let names: NameServer
  let service: ServiceProcess
  let storage: Awaited<ReturnType<typeof sandboxStorage>>
  let env: Record<string, string>
  let person: ConsoleBrowser
  let context = 0
  let origin = ""
  beforeAll(async () => {
    database = await ownDatabase()
    line = await heldLine(`${inject("postgres").socketDir}/.s.PGSQL.5432`)
    names = await nameServer()
    storage = await sandboxStorage(["photos"])
    const port = await freePort()
    origin = `http://localhost:${port}`
    env = productionSettings(
      `postgres://postgres@database.stowage.test:${line.port}${new URL(database.url).pathname}`,
      origin
    )
    service = await startService({
      port,
      env: {
        ...env,
        DATABASE_MAX_CONNECTIONS: "6",
        GATEWAY_TIMEOUT_SECONDS: "8",
        RUNNER_PORT: String(await freePort())
      },
      before: names.before
    })
    person = (await firstInBrowser(origin, service.setupLink)).browser
    context = await storage.register(person, `http://gateway.stowage.test:${new URL(storage.proxy.url).port}`)
    expect(names.asked()).toBeGreaterThan(0)
  }, 240_000)
  afterAll(async () => {
    await service.stop("SIGKILL")
    names.close()
    await line.close()
    await storage.close()
    await database.drop()
  })

  const hash = () =>
    fetch(`${origin}/api/auth/login`, {
      method: "POST",
      headers: { "content-type": "application/json", origin },
      body: JSON.stringify({ email: `${crypto.randomUUID()}@example.org`, password: "no such person here" })
    }).then((answer) => answer.status)
  const objects = () => person.get(`/api/browser/buckets/photos/objects?context_id=${context}`)
  const disconnect = async () => {
    storage.proxy.disconnect()
    line.cut()
  }

  it.each<Naming>(["hang", "fail", "unknown"])(
    "that %s: what needs no name goes on as before, and a gateway whose name is asked for is told to be away",
    async (naming) => {
      await expect.poll(async () => (await objects()).status, { timeout: 60_000, interval: 500 }).toBe(200)
      const before = await seconds(() => Promise.all(Array.from({ length: 4 }, hash)))
      names.set(naming)
      storage.proxy.disconnect()
      const asked = Promise.all(
        Array.from({ length: 24 }, async () => {
          const answer = { status: 0, code: "", took: 0 }
          answer.took = await seconds(async () => {
            const { code, status } = await objects()
            Object.assign(answer, { code, status })
          })
          return answer
        })
      )
      await new Promise((resolve) => setTimeout(resolve, 500))
      const statuses: Array<number> = []
      const during = await seconds(async () => {
        statuses.push(...(await Promise.all(Array.from({ length: 4 }, hash))))
      })
      const page = await seconds(async () => {
        expect((await person.get("/api/me/security")).status).toBe(200)
      })
      console.log(
        `${naming}: four passwords in ${before.toFixed(2)} s before and ${during.toFixed(2)} s during, a page ` +
          `in ${page.toFixed(2)} s`
      )
      expect(statuses).toEqual(Array.from({ length: 4 }, () => 401))
      expect(during).toBeLessThan(before * 4 + 2)
      expect(page).toBeLessThan(2)
      for (const { code, status, took } of await asked) {
        expect([502, 503, 504], code).toContain(status)
        expect(took).toBeLessThan(20)
      }
      names.set("answer")
      const back = await seconds(() =>
        expect.poll(async () => (await objects()).status, { timeout: 60_000, interval: 200 }).toBe(200)
      )
      console.log(`${naming}: the gateway was reached again after ${back.toFixed(1)} s`)
    },
    180_000
  )

  it.each<Naming>(["hang", "fail"])(
    "that %s, when connections of the database are lost: 503 in time, a line a second, and served within " +
      "seconds of the return",
    async (naming) => {
      names.set(naming)
      disconnect()
      const written = service.output().length
      const answers = await Promise.all(
        Array.from({ length: 20 }, async () => {
          let status = 0
          let retryAfter: string | null = null
          const took = await seconds(async () => {
            const answer = await person.get("/api/me/security")
            status = answer.status
            retryAfter = answer.headers.get("retry-after")
          })
          return { status, retryAfter, took }
        })
      )
      for (const { retryAfter, status, took } of answers) {
        expect({ status, retryAfter }).toEqual({ status: 503, retryAfter: "5" })
        expect(took).toBeLessThan(12)
      }
      expect((await fetch(`${origin}/readyz`)).status).toBe(503)
      expect(await seconds(() => fetch(`${origin}/healthz`))).toBeLessThan(1)
      const told = () =>
        service
          .output()
          .slice(written)
          .split("\n")
          .filter((text) => text.includes("The database does not answer"))
      // the outage before may have logged within this second; each attempt outlasts a connection's wait for its name
      await expect
        .poll(
          async () => {
            await person.get("/api/me/security")
            return told().length
          },
          { timeout: 30_000, interval: 200 }
        )
        .toBeGreaterThan(0)
      const lines = told()
      const at = lines.map((text) => Math.floor(Date.parse(/"timestamp":"([^"]+)"/.exec(text)?.[1] ?? "") / 1_000))
      expect(Math.max(...at.map((one) => at.filter((other) => other === one).length))).toBeLessThanOrEqual(2)

      names.set("answer")
      const back = await seconds(() =>
        expect
          .poll(async () => (await person.get("/api/me/security")).status, { timeout: 60_000, interval: 100 })
          .toBe(200)
      )
      console.log(`${naming}: served again ${back.toFixed(1)} s after names were`)
      // a resolver asks a silent server again after five seconds
      expect(back).toBeLessThan(naming === "hang" ? 10 : 5)
    },
    120_000
  )

  it.each<Naming>(["hang", "fail", "unknown"])(
    "that %s refuse a start in one line, in time",
    async (naming) => {
      names.set(naming)
      let said = ""
      const took = await seconds(() =>
        startService({ env: { ...env, RUNNER_PORT: "1" }, before: names.before }).then(
          () => {
            said = "it started"
          },
          (cause: Error) => {
            said = cause.message
          }
        )
      )
      console.log(`${naming}: the start was refused after ${took.toFixed(1)} s`)
      names.set("answer")
      expect(
        said
          .split("\n")
          .filter((text) => text !== "")
          .slice(1)
      ).toEqual([expect.stringMatching(/^stowage: DATABASE_URL: the database cannot be used: /)])
      expect(took).toBeLessThan(60)
    },
    120_000
  )

  it("that hang when the service is told to stop, with people waiting for names: it ends within its time", async () => {
    await expect.poll(async () => (await objects()).status, { timeout: 60_000, interval: 500 }).toBe(200)
    names.set("hang")
    names.waits(25)
    const before = names.asked()
    disconnect()
    const waiting = Promise.allSettled([
      ...Array.from({ length: 24 }, objects),
      ...Array.from({ length: 12 }, () => person.get("/api/me/security"))
    ])
    await expect.poll(() => names.asked(), { timeout: 10_000, interval: 50 }).toBeGreaterThan(before + 1)
    let code: number | null = null
    const took = await seconds(async () => {
      code = await service.stop("SIGTERM")
    })
    names.set("answer")
    await waiting
    console.log(`hang: told to stop, it ended after ${took.toFixed(1)} s with ${code}`)
    expect(code, service.output().slice(-2_000)).not.toBeNull()
    expect(took).toBeLessThan(33)
  }, 180_000)
})
