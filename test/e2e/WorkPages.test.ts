import { expect, it } from "vitest"
import { chromiumLack } from "../support/Chromium.ts"
import { requirement } from "../support/Requirement.ts"
import type { ServiceProcess } from "../support/ServiceProcess.ts"
import { expectAccessible, type Window } from "./console.ts"
import { pictured } from "./support/pictured.ts"
import { withConsole } from "./withConsole.ts"

requirement("Chromium", chromiumLack())("pages of jobs, comparisons and migrations", () => {
  let service: ServiceProcess
  let window: Window
  withConsole("work-pages", (opened) => ({ service, window } = opened))

  it("lists scheduled jobs, runs one and shows its report", async () => {
    const { page } = window
    await page.goto(`${service.origin}/admin`)
    await page.getByRole("navigation").getByRole("link", { name: "Jobs", exact: true }).click()
    const row = page.getByRole("grid").getByRole("row").filter({ hasText: "Notification retention" })
    await row.getByText("Daily at 03:30 UTC").waitFor()
    await row.getByText("Not run yet").waitFor()
    await row.click()
    const panel = page.getByTestId("panel")
    await panel.getByText("This job has not run yet.").waitFor()
    await panel.getByRole("button", { name: "Run now" }).click()
    await page.getByText("Notification retention: completed").waitFor()
    await row.getByText("Completed").waitFor()
    const runs = panel.getByTestId("job-runs")
    await runs.getByText("by an administrator").waitFor()
    await runs.getByText("Report").click()
    await expect.poll(() => runs.locator("dd").count()).toBeGreaterThan(0)
    await expectAccessible(page)
    await pictured(window, "jobs")
  }, 60_000)
})
