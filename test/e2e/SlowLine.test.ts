import type { BrowserContext, Page } from "playwright-core"
import { expect, it } from "vitest"
import { seedConsole } from "../../bench/support/seedConsole.ts"
import { kilobytes, visit as measured } from "../../bench/support/slowPage.ts"
import { chromiumLack } from "../support/Chromium.ts"
import { requirement } from "../support/Requirement.ts"
import type { ServiceProcess } from "../support/ServiceProcess.ts"
import type { Window } from "./console.ts"
import { withConsole } from "./withConsole.ts"

/** 400 ms latency, 400 kbit/s: answers come long before their scripts. Nothing here is timed. */
const slow = { offline: false, latency: 400, downloadThroughput: 50_000, uploadThroughput: 50_000 }

interface Asked {
  readonly method: string
  readonly address: string
  readonly head: boolean
}

const cell = ".rt-window [role=row]"

requirement("Chromium", chromiumLack())("the console on a slow line", () => {
  let service: ServiceProcess
  let window: Window
  withConsole(
    "slow-line",
    async (opened) => {
      ;({ service, window } = opened)
      await seedConsole(window.page, { buckets: 24, users: 12 })
      await window.page.goto(`${service.origin}/favicon.svg`)
    },
    { own: true }
  )

  const newcomer = async (): Promise<BrowserContext> => {
    await window.page.evaluate(`(async () => {
      const { csrf_token } = await (await fetch("/api/auth/session")).json()
      await fetch("/api/auth/refresh", { method: "POST", headers: { "x-csrf-token": csrf_token } })
    })()`)
    return window.browser.newContext({
      viewport: { width: 1440, height: 900 },
      storageState: await window.context.storageState()
    })
  }

  const visit = async (
    context: BrowserContext,
    address: string
  ): Promise<{ readonly page: Page; readonly asked: ReadonlyArray<Asked> }> => {
    const page = await context.newPage()
    page.setDefaultTimeout(60_000)
    const asked: Array<Asked> = []
    const devtools = await context.newCDPSession(page)
    await devtools.send("Network.enable")
    await devtools.send("Network.emulateNetworkConditions", slow)
    devtools.on("Network.requestWillBeSent", ({ initiator, request: { method, url } }) => {
      const { host, pathname, search } = new URL(url)
      if (host !== new URL(service.origin).host) return
      asked.push({
        method,
        address: pathname + search,
        head: !(initiator.stack?.callFrames ?? []).some((frame) => frame.url.includes("/build/"))
      })
    })
    await page.goto(service.origin + address, { waitUntil: "commit" })
    await page.locator(cell).first().waitFor()
    for (let before = -1; before !== asked.length; await page.waitForTimeout(1_500)) before = asked.length
    return { page, asked }
  }

  const scripts = (asked: ReadonlyArray<Asked>) =>
    asked.filter(({ address }) => address.endsWith(".js")).map(({ address }) => address)
  const of = (asked: ReadonlyArray<Asked>, path: string) =>
    asked.filter(({ address }) => address.split("?")[0] === path)
  const parameters = (one: Asked | undefined): Record<string, string> =>
    Object.fromEntries(new URLSearchParams(one?.address.split("?")[1] ?? ""))

  for (const [address, listing] of [
    ["/manager/buckets", "/api/manager/buckets"],
    ["/admin/users", "/api/admin/users"]
  ] as const) {
    it(`${address}: one request for the session, one for rows, and no unneeded script`, async () => {
      const context = await newcomer()
      try {
        const { asked, page } = await visit(context, address)
        expect(of(asked, "/api/auth/session")).toMatchObject([{ head: true }])
        expect(of(asked, listing)).toMatchObject([{ head: true }])
        expect(of(asked, "/api/auth/refresh")).toEqual([])
        const before = scripts(asked)
        console.log(`${address}: ${before.length} scripts`)
        expect(before.length).toBeLessThanOrEqual(12)
        expect(before.filter((script) => script.includes("/l-"))).toEqual([])
        const later = page.waitForRequest((request) => request.url().includes("/build/l-"))
        await page.mouse.move(300, 300)
        await later
      } finally {
        await context.close()
      }
    }, 180_000)
  }

  // kB of 1000 bytes, in steps of 5; raise one only with a reason. The last shares its code with another page
  for (const { address, heaviest, shows, signedIn } of [
    { address: "/login", heaviest: 46, shows: "input[name=email]", signedIn: false },
    { address: "/manager/buckets", heaviest: 105, shows: cell, signedIn: true },
    { address: "/admin/users/1", heaviest: 145, shows: "form input[name=full_name]", signedIn: true },
    { address: "/admin/storage-endpoints/new", heaviest: 105, shows: "form input", signedIn: true }
  ]) {
    it(`${address}: at most ${heaviest} kB travel before anybody touches it, headers, answers and all`, async () => {
      const context = signedIn
        ? await newcomer()
        : await window.browser.newContext({ viewport: { width: 1440, height: 900 } })
      try {
        const weight = kilobytes(await measured(context, service.origin + address, shows))
        console.log(`${address}: ${weight.toFixed(1)} kB`)
        expect(weight).toBeLessThanOrEqual(heaviest)
      } finally {
        await context.close()
      }
    }, 180_000)
  }

  it("the head asks what the address says, its order and its search, and the page takes that answer", async () => {
    const context = await newcomer()
    try {
      const { asked, page } = await visit(context, "/manager/buckets?sort=-name&q=many-0001")
      expect(await page.locator(cell).allInnerTexts()).toHaveLength(10)
      expect(await page.locator(cell).first().innerText()).toContain("many-00019")
      const questions = of(asked, "/api/manager/buckets")
      expect(questions).toMatchObject([{ head: true }])
      expect(parameters(questions[0])).toMatchObject({ sort_by: "name", sort_dir: "desc", search: "many-0001" })
    } finally {
      await context.close()
    }
  }, 180_000)

  it("an early answer is left where the address has another order by the time that the page reads", async () => {
    const context = await newcomer()
    try {
      await context.addInitScript(`document.addEventListener("readystatechange", () => {
        if (document.readyState === "interactive") history.replaceState(history.state, "", "/admin/users?sort=-email")
      })`)
      const { asked, page } = await visit(context, "/admin/users")
      const [early, own, ...more] = of(asked, "/api/admin/users")
      expect([early, own]).toMatchObject([{ head: true }, { head: false }])
      expect(more).toEqual([])
      expect(parameters(early)).toMatchObject({ sort_by: "full_name", sort_dir: "asc" })
      expect(parameters(own)).toMatchObject({ sort_by: "email", sort_dir: "desc" })
      expect(await page.locator(cell).first().innerText()).toContain("person-00011")
    } finally {
      await context.close()
    }
  }, 180_000)

  it("an early answer for a remembered context that no longer exists is dropped", async () => {
    const context = await newcomer()
    try {
      await context.addInitScript(
        `if (sessionStorage.getItem("told") === null) { sessionStorage.setItem("told", "yes"); ` +
          `localStorage.setItem("stowage:contexts:manager", '["4711"]') }`
      )
      const { asked, page } = await visit(context, "/manager/buckets")
      const questions = of(asked, "/api/manager/buckets")
      expect(questions.map((one) => [one.head, parameters(one)["context_id"]])).toEqual([
        [true, "4711"],
        [false, "1"]
      ])
      expect(await page.locator(cell).first().innerText()).toContain("many-00000")
    } finally {
      await context.close()
    }
  }, 180_000)

  it("an access value that is over is renewed once and first: no request is refused, and the rows appear", async () => {
    const context = await newcomer()
    try {
      await context.clearCookies({ name: "__Host-stowage_access" })
      const refreshes: Array<number> = []
      context.on("response", (response) => {
        if (response.url().endsWith("/api/auth/refresh")) refreshes.push(response.status())
      })
      const { asked } = await visit(context, "/admin/users")
      expect(of(asked, "/api/admin/users")).toMatchObject([{ head: false }])
      expect(of(asked, "/api/auth/refresh")).toHaveLength(1)
      expect(refreshes).toEqual([200])
    } finally {
      await context.close()
    }
  }, 180_000)
})
