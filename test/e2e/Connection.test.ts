import { rmSync } from "node:fs"
import type { Page } from "playwright-core"
import { afterAll, expect, it } from "vitest"
import { chromiumLack } from "../support/Chromium.ts"
import { copyProduct, renameScripts } from "../support/copiedProduct.ts"
import type { OwnDatabase } from "../support/ownDatabase.ts"
import { requirement } from "../support/Requirement.ts"
import { type ServiceProcess, startService } from "../support/ServiceProcess.ts"
import { expectAccessible, openWindow, setUp, type Window } from "./console.ts"
import { withConsole } from "./withConsole.ts"

requirement("Chromium", chromiumLack())("a connection that breaks", () => {
  let service: ServiceProcess
  let window: Window
  let database: OwnDatabase
  afterAll(() => service?.stop())
  // a test that fails while the network is off does not fail the others
  withConsole("connection", (opened) => ({ database, service, window } = opened), {
    own: true,
    tidy: ({ context }) => context.setOffline(false)
  })

  const banner = (page: Page) => page.getByTestId("connection")
  const openBuckets = async (page: Page) => {
    await page.goto(`${service.origin}/manager/buckets`)
    await page.getByRole("grid").getByText("sample-documents", { exact: true }).waitFor()
  }
  const restart = async () => {
    service = await startService({
      dataDir: service.dataDir,
      port: Number(new URL(service.origin).port),
      env: { DATABASE_URL: database.url }
    })
  }

  it("a lost network shows one banner with the last known time, keeps rows, and recovers", async () => {
    const { context, page } = window
    await openBuckets(page)
    await context.setOffline(true)
    await banner(page)
      .getByText(/Offline, last known \d\d:\d\d UTC, trying again/)
      .waitFor()
    await page.getByRole("grid").getByText("sample-documents", { exact: true }).waitFor()
    await page
      .locator("[data-freshness=cut]")
      .getByText(/Not live, last read .*, trying again/)
      .waitFor()
    expect(await page.locator("[data-freshness=live]").count()).toBe(0)
    await expectAccessible(page)
    await page.getByRole("button", { name: "Read the gateway again" }).click()
    expect(await banner(page).count()).toBe(1)
    await context.setOffline(false)
    await banner(page).waitFor({ state: "detached" })
  }, 120_000)

  it("the banner appears when the browser reports an offline network after an answer", async () => {
    const { page } = window
    await openBuckets(page)
    const answered = page.waitForResponse("**/readyz")
    await page.evaluate(`
      Object.defineProperty(navigator, "onLine", { configurable: true, get: () => false })
      dispatchEvent(new Event("offline"))`)
    expect((await answered).status()).toBe(200)
    await page.route("**/readyz", (route) => route.abort())
    await banner(page)
      .getByText(/Offline, last known/)
      .waitFor()
    await page.unroute("**/readyz")
    await banner(page).waitFor({ state: "detached" })
  }, 120_000)

  it("the first click after a recovery shows the page that it names", async () => {
    const { context, page } = window
    await openBuckets(page)
    await context.setOffline(true)
    await banner(page).waitFor()
    await page.getByRole("link", { name: "Usage", exact: true }).first().click()
    await page.waitForTimeout(1500)
    await context.setOffline(false)
    await banner(page).waitFor({ state: "detached" })
    await page.getByRole("link", { name: "Usage", exact: true }).first().click()
    await page.waitForURL(/\/manager\/usage/)
    await page.getByRole("heading", { name: "Usage", exact: true }).waitFor()
  }, 120_000)

  it("a service that restarts is reported, and the requested page fills by itself", async () => {
    const { page } = window
    await openBuckets(page)
    await service.stop("SIGKILL")
    await banner(page)
      .getByText(/The service (cannot be reached|is restarting), last known \d\d:\d\d UTC, trying again/)
      .waitFor()
    await page.getByRole("button", { name: "Read the gateway again" }).click()
    await page.waitForTimeout(1000)
    expect(await banner(page).count()).toBe(1)
    await restart()
    await banner(page).waitFor({ state: "detached", timeout: 45_000 })
    await page.getByRole("link", { name: "Usage", exact: true }).first().click()
    await page.getByRole("heading", { name: "Usage", exact: true }).waitFor()
    await openBuckets(page)
  }, 120_000)

  it("a proxy's 503 is shown as a restart, and its Retry-After is respected", async () => {
    const { page } = window
    await page.goto(`${service.origin}/manager/usage`)
    await page.getByRole("heading", { name: "Usage", exact: true }).waitFor()
    let probes = 0
    await page.route("**/readyz", (route) => {
      probes++
      return route.fulfill({ status: 503, headers: { "retry-after": "30" }, body: "restarting" })
    })
    await page.route("**/api/manager/**", (route) => route.fulfill({ status: 503, body: "restarting" }))
    await page.getByRole("button", { name: "Recalculate" }).click()
    await banner(page)
      .getByText(/The service is restarting/)
      .waitFor()
    await page.waitForTimeout(4000)
    expect(probes).toBe(1)
    await page.unrouteAll()
    await banner(page).getByRole("button", { name: "Try now" }).click()
    await banner(page).waitFor({ state: "detached" })
  }, 120_000)

  it("a gateway that fails is not a service that fails: no banner", async () => {
    const { page } = window
    await page.goto(`${service.origin}/manager/usage`)
    await page.getByRole("heading", { name: "Usage", exact: true }).waitFor()
    await page.getByText("Nothing counted yet").waitFor()
    await page.route("**/api/manager/usage-stats/stream*", (route) =>
      route.fulfill({
        status: 502,
        contentType: "application/problem+json",
        body: JSON.stringify({
          type: "urn:stowage:problem:storage_error",
          title: "Storage error",
          status: 502,
          detail: "The gateway is on fire",
          code: "storage_error",
          request_id: "r"
        })
      })
    )
    await page.getByRole("button", { name: "Recalculate" }).click()
    await page.getByText("The gateway is on fire").waitFor()
    await page.waitForTimeout(1000)
    expect(await banner(page).count()).toBe(0)
    await page.unrouteAll()
  }, 120_000)

  const refuseScripts = async (page: Page, says: string) => {
    const refused = { times: 0 }
    await page.route("**/build/*.js", async (route) => {
      const response = await route.fetch()
      if (!(await response.text()).includes(says)) return route.fulfill({ response })
      refused.times++
      return route.fulfill({ status: 404, body: "Not found" })
    })
    return refused
  }

  it("a script that cannot be had has the page loaded anew, once; then it says so and offers it", async () => {
    const { page } = window
    // a page reloads at most once a minute
    await page.evaluate("sessionStorage.clear()")
    let loads = 0
    page.on("load", () => {
      loads++
    })
    const refused = await refuseScripts(page, "Kept with your account")
    await page.goto(`${service.origin}/profile`)
    await page.getByTestId("broken").getByText("A part of this page could not be loaded.").waitFor()
    expect(refused.times).toBeGreaterThan(0)
    await page.waitForTimeout(2000)
    expect(loads).toBe(2)
    await expectAccessible(page)
    await page.unrouteAll({ behavior: "ignoreErrors" })
    await page.getByTestId("broken").getByRole("button", { name: "Load again" }).click()
    await page.getByRole("region", { name: "Sessions" }).getByText("This one", { exact: true }).waitFor()
    expect(await page.getByTestId("broken").count()).toBe(0)
  }, 120_000)

  it("what was typed is never thrown away for a script that cannot be had", async () => {
    const { context, page } = window
    await page.evaluate("sessionStorage.clear()")
    const tab = await context.newPage()
    await tab.goto(`${service.origin}/manager/buckets`)
    await tab.getByRole("grid").getByText("sample-documents", { exact: true }).waitFor()
    await tab.getByRole("button", { name: "Create bucket" }).click()
    await tab.getByRole("dialog").getByLabel("Name").fill("typed-and-kept")
    await tab.evaluate("void import('/build/l-replaced.js')")
    await tab.getByTestId("broken").waitFor()
    expect(await tab.getByRole("dialog").getByLabel("Name").inputValue()).toBe("typed-and-kept")
    await tab.close()
  }, 120_000)

  it("ages keep counting by the service's clock, not by a wrong local one", async () => {
    const { context } = window
    const tab = await context.newPage()
    await tab.clock.install({ time: Date.now() + 3_600_000 })
    await tab.goto(`${service.origin}/profile`)
    const sessions = tab.getByRole("region", { name: "Sessions" })
    await sessions.getByText("This one", { exact: true }).waitFor()
    expect(await sessions.innerText()).not.toMatch(/hour/)
    const signedIn = sessions.locator("time").first()
    const before = await signedIn.innerText()
    await tab.clock.fastForward(20 * 60_000)
    await expect.poll(() => signedIn.innerText()).toMatch(/^2\d minutes ago$/)
    expect(await signedIn.innerText()).not.toBe(before)
    expect(Date.parse((await signedIn.getAttribute("datetime")) ?? "")).toBeGreaterThan(0)
    expect(await signedIn.getAttribute("title")).toMatch(/UTC$/)
    await tab.close()
  }, 120_000)

  it("a console that was replaced by another build is loaded anew, once, at the page that was asked for", async () => {
    const product = copyProduct()
    let replaced = await startService({ program: product.serve })
    const other = await openWindow()
    try {
      const { page } = other
      page.setDefaultTimeout(30_000)
      await setUp(page, replaced.setupLink ?? "")
      await page.goto(`${replaced.origin}/manager/buckets`)
      await page.getByRole("grid").getByText("sample-documents", { exact: true }).waitFor()
      await page.evaluate("window.before = true")
      await replaced.stop()
      renameScripts(product.folder)
      replaced = await startService({
        program: product.serve,
        dataDir: replaced.dataDir,
        port: Number(new URL(replaced.origin).port)
      })
      const missing: Array<string> = []
      let loads = 0
      page.on("load", () => {
        loads++
      })
      page.on("response", (response) => {
        if (response.url().includes("/build/") && response.status() === 404) missing.push(response.url())
      })
      await banner(page).waitFor({ state: "detached", timeout: 45_000 })
      await page.getByRole("link", { name: "Usage", exact: true }).first().click()
      await page.getByRole("heading", { name: "Usage", exact: true }).waitFor()
      expect(new URL(page.url()).pathname).toBe("/manager/usage")
      await page.getByText("Nothing counted yet").waitFor()
      await page.getByRole("link", { name: "Buckets", exact: true }).first().click()
      await page.getByRole("grid").getByText("sample-documents", { exact: true }).waitFor()
      await page.getByRole("button", { name: "Create bucket" }).click()
      await page.getByRole("dialog").getByLabel("Name").waitFor()
      expect(missing.length).toBeGreaterThan(0)
      expect(loads).toBe(1)
      expect(await page.evaluate("window.before")).toBeUndefined()
      expect(await page.getByTestId("broken").count()).toBe(0)
    } finally {
      await other.close()
      await replaced.stop()
      rmSync(product.folder, { recursive: true, force: true })
    }
  }, 240_000)
})
