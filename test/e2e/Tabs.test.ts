import { expect, it } from "vitest"
import { chromiumLack } from "../support/Chromium.ts"
import { requirement } from "../support/Requirement.ts"
import type { ServiceProcess } from "../support/ServiceProcess.ts"
import { api, type Window } from "./console.ts"
import { withConsole } from "./withConsole.ts"

/** Asks the service who we are, and for what needs a session, as every page does. */
const useSession = "fetch('/api/me/sessions').then((response) => response.status)"

requirement("Chromium", chromiumLack())("tabs of one browser", () => {
  let service: ServiceProcess
  let window: Window
  withConsole("tabs", (opened) => ({ service, window } = opened))

  it("renew an expired access value one after the other: nobody is taken for a thief, round after round", async () => {
    const { context, page } = window
    const tabs = [page, await context.newPage(), await context.newPage(), await context.newPage()]
    const refreshes: Array<number> = []
    context.on("response", (response) => {
      if (response.url().endsWith("/api/auth/refresh")) refreshes.push(response.status())
    })
    for (let round = 1; round <= 3; round++) {
      // what five minutes do
      await context.clearCookies({ name: "__Host-stowage_access" })
      await Promise.all(tabs.map((tab) => tab.goto(`${service.origin}/manager/buckets`)))
      await Promise.all(tabs.map((tab) => tab.getByTestId("table-status").getByText(/buckets?$/).waitFor()))
      expect(refreshes, "one refresh for all tabs").toEqual(Array.from({ length: round }, () => 200))
    }
    for (const tab of tabs) expect(await tab.evaluate(useSession)).toBe(200)
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
