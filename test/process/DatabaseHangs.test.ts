import { afterAll, beforeAll, describe, expect, inject, it } from "vitest"
import { type HeldLine, heldLine } from "../support/heldLine.ts"
import { type OwnDatabase, ownDatabase } from "../support/ownDatabase.ts"
import { type ServiceProcess, startService } from "../support/ServiceProcess.ts"

const patience = { timeout: 60_000, interval: 250 }

describe("a database that hangs: its connections are dropped without a word", () => {
  let database: OwnDatabase
  let line: HeldLine
  let service: ServiceProcess
  beforeAll(async () => {
    database = await ownDatabase()
    line = await heldLine(`${inject("postgres").socketDir}/.s.PGSQL.5432`)
    const name = new URL(database.url).pathname
    service = await startService({
      env: { DATABASE_URL: `postgres://postgres@127.0.0.1:${line.port}${name}`, DATABASE_MAX_CONNECTIONS: "6" }
    })
  }, 240_000)
  afterAll(async () => {
    await service.stop("SIGKILL")
    await line.close()
    await database.drop()
  })

  const signIn = async () => {
    const answer = await fetch(`${service.origin}/api/auth/login`, {
      method: "POST",
      headers: { "content-type": "application/json", origin: service.origin },
      body: JSON.stringify({ email: `${crypto.randomUUID()}@example.org`, password: "no such person here" })
    })
    return { status: answer.status, retryAfter: answer.headers.get("retry-after"), body: await answer.text() }
  }
  const metric = async (name: string) =>
    new RegExp(`^stowage_${name} (\\S+)`, "m").exec(await (await fetch(`${service.origin}/metrics`)).text())?.[1]

  it("answers every waiting request with 503 and Retry-After, pool waiters included", async () => {
    expect((await signIn()).status).toBe(401)
    line.hold()
    const answers = await Promise.all(Array.from({ length: 30 }, signIn))
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([503]))
    expect(new Set(answers.map(({ retryAfter }) => retryAfter))).toEqual(new Set(["5"]))
    expect((await fetch(`${service.origin}/readyz`)).status).toBe(503)
    expect((await fetch(`${service.origin}/healthz`)).status).toBe(200)
  }, 60_000)

  it("is noticed by the listener, which says so once and in a metric", async () => {
    await expect.poll(() => metric("database_listening"), patience).toBe("0")
    expect(service.output().match(/Announcements of the database are not heard/g)).toHaveLength(1)
  }, 90_000)

  it("recovers: first request served, old connections dropped, announcements heard", async () => {
    line.release()
    await expect.poll(async () => (await signIn()).status, patience).toBe(401)
    const after = await Promise.all(Array.from({ length: 12 }, signIn))
    expect(after.map(({ status }) => status)).toEqual(after.map(() => 401))
    await expect.poll(() => metric("database_listening"), patience).toBe("1")
    expect(service.output()).toMatch(/Announcements of the database are heard again/)
  }, 150_000)

  it("writes no more than one line a second about it", () => {
    const lines = service
      .output()
      .split("\n")
      .filter((line) => line.includes("The database does not answer"))
    const seconds = lines.map((line) => Math.floor(Date.parse(/"timestamp":"([^"]+)"/.exec(line)?.[1] ?? "") / 1_000))
    expect(lines.length).toBeGreaterThan(0)
    // one of two in the same second may belong to the second before
    expect(Math.max(...seconds.map((one) => seconds.filter((other) => other === one).length))).toBeLessThanOrEqual(2)
    expect(lines.some((line) => line.includes("\\n    at"))).toBe(false)
  })

  it("keeps no stop from ending", async () => {
    line.hold()
    await Promise.all(Array.from({ length: 3 }, signIn))
    expect(await service.stop("SIGTERM")).not.toBe(null)
  }, 90_000)
})
