import type { Page } from "playwright-core"
import { expect, it } from "vitest"
import { chromiumLack } from "../support/Chromium.ts"
import { requirement } from "../support/Requirement.ts"
import type { ServiceProcess } from "../support/ServiceProcess.ts"
import { administrator, setUp, type Window } from "./console.ts"
import { withConsole } from "./withConsole.ts"

requirement("Chromium", chromiumLack())("a script that cannot be had before anything watches", () => {
  let service: ServiceProcess
  let window: Window
  withConsole("lost-scripts", (opened) => ({ service, window } = opened), { signedIn: false })

  const opened = async (
    address: string,
    refusals: number
  ): Promise<{ readonly tab: Page; readonly loads: () => number }> => {
    const tab = await window.context.newPage()
    let loads = 0
    tab.on("request", (request) => {
      if (request.isNavigationRequest()) loads++
    })
    await tab.route("**/build/*.js", (route) =>
      loads <= refusals ? route.fulfill({ status: 404, body: "Not found" }) : route.continue()
    )
    await tab.goto(address, { waitUntil: "commit" })
    return { tab, loads: () => loads }
  }

  it.each(["/setup", "/login"])(
    "%s is loaded anew, once, and works",
    async (path) => {
      const { loads, tab } = await opened(path === "/setup" ? (service.setupLink ?? "") : service.origin + path, 1)
      await expect.poll(loads, { timeout: 20_000 }).toBeGreaterThan(1)
      if (path === "/setup") {
        await tab.getByLabel(/e-mail/i).fill(administrator.email)
        await expect.poll(() => tab.locator("form button[type=submit]").isEnabled(), { timeout: 20_000 }).toBe(true)
      } else await tab.waitForURL(/\/setup/)
      await tab.close()
    },
    60_000
  )

  it("is loaded anew no second time within a minute: no page is loaded for ever", async () => {
    await setUp(window.page, service.setupLink ?? "")
    for (const path of ["/login?error=link_pending", "/manager/buckets"]) {
      const { loads, tab } = await opened(service.origin + path, 1_000)
      await expect.poll(loads, { timeout: 20_000 }).toBe(2)
      await tab.waitForTimeout(5_000)
      expect(loads()).toBe(2)
      await tab.close()
    }
  }, 120_000)

  it("in a page of the console: loaded anew before its shell runs, and then it shows what was asked for", async () => {
    const { loads, tab } = await opened(`${service.origin}/manager/buckets`, 1)
    await tab.getByRole("grid").getByText("sample-documents", { exact: true }).waitFor({ timeout: 20_000 })
    expect(loads()).toBe(2)
    await tab.close()
  }, 60_000)
})
