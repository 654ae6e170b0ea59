import { afterAll, beforeAll, expect, it } from "vitest"
import { chromiumLack } from "../support/Chromium.ts"
import { freePort } from "../support/freePort.ts"
import { requirement } from "../support/Requirement.ts"
import type { ServiceProcess } from "../support/ServiceProcess.ts"
import { type SlowAnswers, slowAnswers } from "../support/slowAnswers.ts"
import { api, type Window } from "./console.ts"
import { withConsole } from "./withConsole.ts"

const useSession = "fetch('/api/me/sessions').then((response) => response.status)"

/** The origin that browsers see, and the real one. */
const [shown, own] = [await freePort(), await freePort()]

requirement("Chromium", chromiumLack())("tabs of one browser", () => {
  let service: ServiceProcess
  let window: Window
  let line: SlowAnswers
  beforeAll(async () => {
    line = await slowAnswers(shown, own)
  })
  afterAll(() => line.close())
  withConsole("tabs", (opened) => ({ service, window } = opened), {
    start: { port: own, env: { PUBLIC_ORIGIN: `http://localhost:${shown}` } }
  })

  it("renew an expired access value one after the other: nobody is taken for a thief, round after round", async () => {
    const { context, page } = window
    const tabs = [page, await context.newPage(), await context.newPage(), await context.newPage()]
    const refreshes: Array<number> = []
    context.on("response", (response) => {
      if (response.url().endsWith("/api/auth/refresh")) refreshes.push(response.status())
    })
    for (let round = 1; round <= 3; round++) {
      // a page that renews the session while it is left would do so unseen
      await Promise.all(tabs.map((tab) => tab.goto("about:blank")))
      await context.clearCookies({ name: "__Host-stowage_access" })
      await Promise.all(tabs.map((tab) => tab.goto(`${service.origin}/manager/buckets`)))
      await Promise.all(
        tabs.map((tab) =>
          tab
            .getByTestId("table-status")
            .getByText(/buckets?$/)
            .waitFor()
        )
      )
      expect(refreshes, "one refresh for all tabs").toEqual(Array.from({ length: round }, () => 200))
    }
    for (const tab of tabs) expect(await tab.evaluate(useSession)).toBe(200)
  }, 120_000)

  it("a page reloaded while it renews its session stays signed in", async () => {
    const { context } = window
    const page = await context.newPage()
    await page.goto(`${service.origin}/profile`)
    await page.getByText("This one", { exact: true }).waitFor()
    line.hold("POST /api/auth/refresh", 400)
    for (const wait of [0, 100, 300, 380, 420]) {
      await context.clearCookies({ name: "__Host-stowage_access" })
      const sent = page.waitForRequest("**/api/auth/refresh")
      await page.reload({ waitUntil: "commit" })
      await sent
      await page.waitForTimeout(wait)
      await page.reload({ waitUntil: "commit" })
      await page.getByText("This one", { exact: true }).waitFor()
      expect(new URL(page.url()).pathname).toBe("/profile")
    }
    line.hold("POST /api/auth/refresh", 0)
    await page.close()
  }, 120_000)

  it("a session that was ended elsewhere leads every tab to the login page", async () => {
    const { context, page } = window
    const other = context.pages().at(-1)
    await api(page, "POST", "/auth/logout-all")
    for (const tab of [page, other]) {
      await tab?.goto(`${service.origin}/manager/usage`)
      await tab?.waitForURL(/\/login/)
    }
  }, 60_000)
})
