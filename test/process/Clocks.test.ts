import * as path from "node:path"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import type { ConsoleBrowser } from "../support/ConsoleBrowser.ts"
import { freePort } from "../support/freePort.ts"
import { type OwnDatabase, ownDatabase } from "../support/ownDatabase.ts"
import { firstInBrowser, firstPassword, movedTo, productionSettings } from "../support/production.ts"
import { type ServiceProcess, startService } from "../support/ServiceProcess.ts"
import type { SoftAuthenticator } from "../support/SoftAuthenticator.ts"

const shifted = path.resolve(import.meta.dirname, "../support/shiftedClock.mjs")

describe.each([
  { minutes: 5, standing: "ahead of" },
  { minutes: -5, standing: "behind" }
])("two replicas in production, of which one's clock is $minutes minutes ahead", ({ minutes, standing }) => {
  let database: OwnDatabase
  const services: Array<ServiceProcess> = []
  const addresses: Array<string> = []
  let origin = ""
  let person: ConsoleBrowser
  let authenticator: SoftAuthenticator
  beforeAll(async () => {
    database = await ownDatabase()
    const ports = await Promise.all(Array.from({ length: 4 }, freePort))
    addresses.push(...ports.slice(0, 2).map((port) => `http://localhost:${port}`))
    origin = addresses[0] ?? ""
    const shared = { ...productionSettings(database.url, origin), PRIVATE_ACCESS_CRON_SCHEDULE: "*/5 * * * * *" }
    for (const nr of [0, 1] as const) {
      services.push(
        await startService({
          port: ports[nr] ?? 0,
          env: { ...shared, RUNNER_PORT: String(ports[nr + 2]), SHIFTED_CLOCK_SECONDS: String(nr * minutes * 60) },
          program: ["--import", shifted, "layers/commands/main.ts", "serve"]
        })
      )
    }
    const first = await firstInBrowser(origin, services[0]?.setupLink, addresses[1])
    person = first.browser
    authenticator = first.authenticator
  }, 240_000)
  afterAll(async () => {
    for (const service of services) await service.stop("SIGKILL")
    await database.drop()
  })

  const at = (nr: 0 | 1) => (person = movedTo(addresses[nr] ?? "", origin, person))
  const metric = async (name: string, nr: 0 | 1) =>
    Number(new RegExp(`^stowage_${name} (\\S+)`, "m").exec(await (await fetch(`${addresses[nr]}/metrics`)).text())?.[1])
  const away = (moment: unknown) => Math.abs(Date.parse(String(moment)) - Date.now()) / 1_000

  it("a person served by both replicas stays signed in, with values from either", async () => {
    for (const nr of [0, 1, 0, 1] as const) {
      expect((await at(nr).get("/api/me/security")).status).toBe(200)
      expect((await at(nr).post("/api/auth/refresh")).status).toBe(200)
    }
    for (const nr of [1, 0] as const) {
      const [there, back] = nr === 1 ? ([0, 1] as const) : ([1, 0] as const)
      await at(there).post("/api/auth/logout")
      expect(
        (await at(there).post("/api/auth/login", { email: "ada@example.org", password: firstPassword })).body["next"]
      ).toBe("webauthn_authentication")
      const options = await at(back).post("/api/auth/webauthn/authentication/options")
      const entered = await at(there).post(
        "/api/auth/webauthn/authentication/verify",
        authenticator.get(options.body as never)
      )
      expect(entered.status, entered.text).toBe(200)
      expect((await at(back).get("/api/me/security")).status).toBe(200)
    }
  }, 60_000)

  it("a token that one made is good at the other, and ends when it says", async () => {
    for (const [there, back] of [
      [0, 1],
      [1, 0]
    ] as const) {
      const made = await at(there).post("/api/auth/api-tokens", {
        name: `of ${there}`,
        scopes: ["profile.read"],
        expires_in_days: 1
      })
      expect(made.status, made.text).toBeLessThan(300)
      expect(Math.abs(away(made.body["expires_at"]) - 86_400)).toBeLessThan(30)
      expect(
        (await fetch(`${addresses[back]}/api/users/me`, { headers: { authorization: `Bearer ${made.body["token"]}` } }))
          .status
      ).toBe(200)
    }
  }, 60_000)

  it("what pages show as a moment is when it was, and so is the time that answers bear", async () => {
    for (const nr of [0, 1] as const) {
      const sessions = await at(nr).get("/api/me/sessions")
      expect(away(sessions.headers.get("date"))).toBeLessThan(20)
      for (const session of sessions.body as unknown as ReadonlyArray<Record<string, unknown>>)
        expect(away(session["authenticated_at"])).toBeLessThan(120)
    }
  }, 60_000)

  it("the trail is in the order of its moments", async () => {
    for (const nr of [0, 1, 0, 1] as const) await at(nr).send("PUT", "/api/users/me", { full_name: `Ada ${nr}` })
    const { rows } = await database.query<{ at: Date }>("select created_at as at from audit_logs order by id")
    const moments = rows.map(({ at }) => at.getTime())
    expect(moments.length).toBeGreaterThan(8)
    // another process may insert between the time and the number
    for (const [nr, moment] of moments.entries())
      if (nr > 0) expect(moment - (moments[nr - 1] ?? 0)).toBeGreaterThan(-1_000)
  }, 60_000)

  it("both count the same tries in the same minutes", async () => {
    const email = `${crypto.randomUUID()}@example.org`
    const statuses: Array<number> = []
    for (let nr = 0; nr < 12; nr++)
      statuses.push(
        (
          await movedTo(addresses[nr % 2] ?? "", origin, person).post("/api/auth/login", {
            email,
            password: "no such person here"
          })
        ).status
      )
    expect(statuses.slice(0, 10)).toEqual(Array.from({ length: 10 }, () => 401))
    expect(statuses.slice(10)).toEqual([429, 429])
  }, 60_000)

  it("a schedule fires once for each of its moments", async () => {
    const {
      rows: [from]
    } = await database.query<{ now: Date }>("select now() as now")
    const ran = async () =>
      (
        await database.query<{ at: Date }>(
          "select started_at as at from job_runs where job = 'private-access' and started_at > $1",
          [from?.now]
        )
      ).rows
    await expect.poll(async () => (await ran()).length, { timeout: 60_000, interval: 500 }).toBeGreaterThan(2)
    const moments = (await ran()).map(({ at }) => Math.floor(at.getTime() / 5_000))
    expect(new Set(moments).size).toBe(moments.length)
    for (const { at } of await ran()) expect(away(at)).toBeLessThan(90)
  }, 90_000)

  it("the wrong clock is reported once in log and metric, and nobody is signed out", async () => {
    expect(await metric("clock_ahead_seconds", 1)).toBeCloseTo(minutes * 60, -1)
    expect(Math.abs(await metric("clock_ahead_seconds", 0))).toBeLessThan(1)
    expect(
      services[1]
        ?.output()
        .match(new RegExp(`The clock of this machine is ${Math.abs(minutes * 60)} s ${standing} the database's`, "g"))
    ).toHaveLength(1)
    expect(services[0]?.output()).not.toContain("The clock of this machine")
    services[1]?.child.kill("SIGUSR2")
    await expect
      .poll(() => services[1]?.output(), { timeout: 10_000 })
      .toContain("The clock of this machine is that of the database again")
    expect(Math.abs(await metric("clock_ahead_seconds", 1))).toBeLessThan(1)
    for (const nr of [1, 0, 1] as const) {
      expect((await at(nr).post("/api/auth/refresh")).status).toBe(200)
      expect((await at(nr).get("/api/me/security")).status).toBe(200)
    }
  }, 60_000)
})
