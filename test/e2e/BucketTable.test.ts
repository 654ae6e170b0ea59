import { expect, it } from "vitest"
import { chromiumLack } from "../support/Chromium.ts"
import { requirement } from "../support/Requirement.ts"
import type { ServiceProcess } from "../support/ServiceProcess.ts"
import type { Window } from "./console.ts"
import { makeBuckets } from "./support/makeBuckets.ts"
import { withConsole } from "./withConsole.ts"

const count = 2_000

requirement("Chromium", chromiumLack())("the bucket table with 2,000 buckets", () => {
  let service: ServiceProcess
  let window: Window
  withConsole("bucket-table", async (opened) => {
    ;({ service, window } = opened)
    await makeBuckets(window.page, service, count, 5)
  })

  it("never holds more than 60 rows in the page while it is scrolled from end to end", async () => {
    const { page } = window
    await page.goto(`${service.origin}/manager/buckets?q=many-`)
    await page.getByTestId("count").getByText("2,000").waitFor()
    const grid = page.getByRole("grid")
    let most = 0
    for (let step = 0; step <= 20; step++) {
      await grid.evaluate((element, part) => {
        ;(element as { scrollTop: number; scrollHeight: number }).scrollTop =
          (element as { scrollHeight: number }).scrollHeight * part
      }, step / 20)
      await page.waitForTimeout(120)
      most = Math.max(most, await grid.getByRole("row").count())
    }
    console.log(`at most ${most} rows in the page`)
    expect(most).toBeLessThanOrEqual(60)
    await grid.getByText("many-01999").waitFor()
  }, 60_000)

  it("is walked by keyboard: End, Home, arrows, Space, Enter, Escape", async () => {
    const { page } = window
    const grid = page.getByRole("grid")
    await grid.focus()
    await page.keyboard.press("End")
    await grid.locator(".rt-active").getByText("many-01999").waitFor()
    await page.keyboard.press("Home")
    await grid.getByText("many-00000").waitFor()
    await page.keyboard.press("ArrowDown")
    await page.keyboard.press(" ")
    await page.getByTestId("table-status").getByText("1 selected").waitFor()
    await page.keyboard.press("Enter")
    await page.getByTestId("panel").getByRole("heading", { name: "many-00001" }).waitFor()
    await page.keyboard.press("ArrowDown")
    await page.getByTestId("panel").getByRole("heading", { name: "many-00002" }).waitFor()
    await page.keyboard.press("Escape")
    await page.getByTestId("panel").waitFor({ state: "detached" })
  }, 60_000)

  it("another tab's bucket appears by itself", async () => {
    const { page, context } = window
    await page.goto(`${service.origin}/manager/buckets?q=live-`)
    await page.getByTestId("count").getByText("0").waitFor()
    const other = await context.newPage()
    await other.goto(`${service.origin}/manager/buckets?create=1`)
    await other.getByRole("dialog").getByLabel("Name", { exact: true }).fill("live-from-elsewhere")
    await other.getByRole("dialog").locator("button[type=submit]").click()
    await page.getByRole("grid").getByText("live-from-elsewhere").waitFor()
    await other.close()
  }, 60_000)
})
