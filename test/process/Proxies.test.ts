import { randomBytes } from "node:crypto"
import { once } from "node:events"
import { chmodSync, mkdtempSync, rmSync } from "node:fs"
import { request } from "node:https"
import { tmpdir } from "node:os"
import * as path from "node:path"
import { afterAll, beforeAll, expect, it } from "vitest"
import { ConsoleBrowser } from "../support/ConsoleBrowser.ts"
import { EventConnection } from "../support/EventConnection.ts"
import { freePort } from "../support/freePort.ts"
import { type OwnDatabase, ownDatabase } from "../support/ownDatabase.ts"
import { proxiesLack, type Proxy, startCaddy, startNginx } from "../support/proxies.ts"
import { rawRequest } from "../support/rawRequest.ts"
import { requirement } from "../support/Requirement.ts"
import { type ServiceProcess, startService } from "../support/ServiceProcess.ts"
import { SoftAuthenticator } from "../support/SoftAuthenticator.ts"

const key = () => randomBytes(32).toString("base64url")
const DELAY = 5

requirement("nginx and Caddy", proxiesLack())("two replicas behind the proxies of deploy/proxy", () => {
  let database: OwnDatabase
  const services: Array<ServiceProcess> = []
  const proxies = new Map<string, Proxy & { readonly origin: string; readonly tls: number }>()
  let browser: ConsoleBrowser
  let cookie = ""
  const folders: Array<string> = []
  const folder = (name: string) => {
    const made = mkdtempSync(path.join(tmpdir(), `stowage-${name}-`))
    chmodSync(made, 0o755)
    folders.push(made)
    return made
  }

  beforeAll(async () => {
    database = await ownDatabase()
    const [one = 0, two = 0, nginx = 0, tls = 0, caddy = 0, ...runners] = await Promise.all(
      Array.from({ length: 7 }, freePort)
    )
    const origin = `http://localhost:${nginx}`
    const shared = {
      DATABASE_URL: database.url,
      PUBLIC_ORIGIN: origin,
      TRUSTED_PROXY_CIDRS: "127.0.0.1/32,::1/128",
      RUNNER_HOST: "127.0.0.1",
      SANDBOX_GATEWAY: "false",
      SHUTDOWN_DELAY: String(DELAY),
      UI_JWT_KEYS: key(),
      API_JWT_KEYS: key(),
      JWT_KEYS: key(),
      CREDENTIAL_KEYS: key()
    }
    for (const [nr, port] of [one, two].entries())
      services.push(await startService({ port, env: { ...shared, RUNNER_PORT: String(runners[nr]) } }))
    proxies.set("nginx", {
      ...(await startNginx(folder("nginx"), { port: nginx, tls, replicas: [one, two] })),
      origin,
      tls
    })
    proxies.set("caddy", {
      ...(await startCaddy(folder("caddy"), { port: caddy, replicas: [one, two] })),
      origin: `http://localhost:${caddy}`,
      tls: 0
    })
    browser = new ConsoleBrowser(origin)
    const token = services[0]?.setupLink?.split("token=")[1] ?? ""
    await browser.send(
      "POST",
      "/api/auth/bootstrap",
      { email: "ada@example.org", full_name: "Ada", password: "correct horse battery staple" },
      { "x-service-bootstrap-token": token }
    )
    const options = await browser.post("/api/auth/webauthn/registration/options")
    const registered = await browser.post("/api/auth/webauthn/registration/verify", {
      name: "key",
      response: new SoftAuthenticator(origin).create(options.body as never)
    })
    expect(registered.status).toBeLessThan(300)
    cookie = Array.from(browser.cookies)
      .filter(([, { path }]) => path === "/")
      .map(([name, { value }]) => `${name}=${value}`)
      .join("; ")
  }, 240_000)
  afterAll(async () => {
    for (const { stop } of proxies.values()) await stop()
    for (const service of services) await service.stop("SIGKILL")
    await database.drop()
    for (const made of folders) rmSync(made, { recursive: true, force: true })
  })

  const through = (name: string) => {
    const proxy = proxies.get(name)
    if (proxy === undefined) throw new Error(`no ${name}`)
    return proxy
  }

  it.each(["nginx", "caddy"])(
    "%s hands on what a stream says when it says it",
    async (name) => {
      const began = performance.now()
      const stream = await EventConnection.open(`${through(name).origin}/api/notifications/stream`, { cookie })
      await stream.received(() => true, 3000)
      expect(performance.now() - began).toBeLessThan(3000)
      await once(stream.response, "data")
      expect(performance.now() - began).toBeLessThan(20_000)
      stream.close()
    },
    60_000
  )

  it.each(["nginx", "caddy"])(
    "%s leaves it to the service what is too large",
    async (name) => {
      const answer = await fetch(`${through(name).origin}/api/auth/login`, {
        method: "POST",
        headers: { "content-type": "application/json", origin: through("nginx").origin },
        body: JSON.stringify({ email: "a".repeat(4_000_000) })
      })
      expect(answer.headers.get("content-type")).toMatch(/^application\/problem\+json/)
      expect(answer.status).toBe(413)
    },
    30_000
  )

  it.each(["nginx", "caddy"])(
    "%s keeps from the internet what only machines inside ask for",
    async (name) => {
      for (const path of ["/metrics", "/api/internal/jobs", "/api//internal/jobs", "/x/../metrics"]) {
        const answer = await rawRequest(through(name).origin, "GET", path, {})
        // no problem document: no replica was asked, or it refused the spelling
        expect({ path, status: answer.status }).toEqual({ path, status: 404 })
        expect(answer.text).not.toContain("stowage_")
      }
      expect((await rawRequest(through(name).origin, "GET", "/metrics", {})).code).toBe("")
      expect((await rawRequest(through(name).origin, "GET", "/api/auth/session", {})).status).toBe(200)
    },
    30_000
  )

  it.each(["nginx", "caddy"])(
    "%s believes no address that a caller claims",
    async (name) => {
      const there = new ConsoleBrowser(through("nginx").origin, through(name).origin)
      for (const [known, value] of browser.cookies) there.cookies.set(known, value)
      const answer = await there.send("GET", "/api/me/sessions", undefined, { "x-forwarded-for": "203.0.113.9" })
      expect(answer.status).toBe(200)
      expect(answer.text).not.toContain("203.0.113.9")
    },
    30_000
  )

  it("nginx speaks TLS", async () => {
    const { authority, tls } = through("nginx")
    const status = await new Promise((resolve, reject) => {
      request({ host: "127.0.0.1", port: tls, servername: "localhost", path: "/healthz", ca: authority }, (answer) => {
        answer.resume()
        resolve(answer.statusCode)
      })
        .on("error", reject)
        .end()
    })
    expect(status).toBe(200)
  }, 30_000)

  it("a replica that stops costs nobody a request", async () => {
    const lost: Array<string> = []
    let sent = 0
    let stopped = false
    const ask = async (name: string, method: string) => {
      const there = through(name).origin
      while (!stopped) {
        sent++
        try {
          const answer = await fetch(`${there}${method === "GET" ? "/api/auth/session" : "/api/auth/logout"}`, {
            method,
            ...(method === "GET" ? {} : { headers: { origin: through("nginx").origin } })
          })
          await answer.arrayBuffer()
          if (answer.status >= 500) lost.push(`${name} ${method} ${answer.status}`)
        } catch (cause) {
          lost.push(`${name} ${method} ${String(cause)}`)
        }
      }
    }
    const people = ["nginx", "caddy"].flatMap((name) => ["GET", "GET", "POST"].map((method) => ask(name, method)))
    expect(await services[0]?.stop("SIGTERM")).toBe(0)
    await new Promise((resolve) => setTimeout(resolve, 2000))
    stopped = true
    await Promise.all(people)
    console.log(`${sent} requests while one of two replicas stopped`)
    expect(sent).toBeGreaterThan(200)
    expect(lost).toEqual([])
  }, 120_000)
})
