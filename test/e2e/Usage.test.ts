import type { Page } from "playwright-core"
import { expect, it } from "vitest"
import { chromiumLack } from "../support/Chromium.ts"
import { requirement } from "../support/Requirement.ts"
import type { ServiceProcess } from "../support/ServiceProcess.ts"
import { expectAccessible, type Window } from "./console.ts"
import { withConsole } from "./withConsole.ts"

const long = "a-bucket-with-a-name-as-long-as-names-of-buckets-may-be-63-char"

/** Four of a hundred bytes are 40 % of a thousand; what is not among the largest hundred is one. */
const snapshot = {
  statistics: { bucket_count: 115, object_count: 1300, used_bytes: 1000, unavailable_count: 0 },
  distribution: [
    { name: long, used_bytes: 400, object_count: 3 },
    { name: "b", used_bytes: 100, object_count: 900 },
    ...Array.from({ length: 13 }, (_, index) => ({ name: `small-${index}`, used_bytes: 10, object_count: 10 }))
  ],
  warnings: null, calculated_at: "2026-11-21T10:00:00.000Z", updated_at: "2026-11-21T10:00:00.000Z"
}

const parts = (page: Page) => page.getByTestId("chart-part").allInnerTexts()

requirement("Chromium", chromiumLack())("usage of a context", () => {
  let service: ServiceProcess
  let window: Window

  withConsole("usage", async (opened) => {
    ({ service, window } = opened)
    await window.page.route("**/api/manager/usage-stats/latest**", (route) => route.fulfill({ json: { snapshot } }))
    await window.page.goto(`${service.origin}/manager/usage`)
    await window.page.getByTestId("share-chart").waitFor()
  })

  it("each of the ten largest has its share of all, and the rest is one", async () => {
    const { page } = window
    const found = await parts(page)
    expect(found).toHaveLength(11)
    expect(found[0]).toMatch(new RegExp(`${long}[^]*40%[^]*400 B`))
    expect(found[1]).toMatch(/^b[^]*10%[^]*100 B/)
    expect(found[10]).toMatch(/105 other buckets[^]*42%[^]*420 B/)
    // the widths say the same: 40 of 100, and not the whole bar for the largest
    const widths = await page.evaluate<ReadonlyArray<number>>("[...document.querySelectorAll('.chart-bar [data-at]')].map((part) => Number(part.getAttribute('width')))")
    expect(widths[0]).toBeCloseTo(398, 0)
    expect(widths.reduce((sum, width) => sum + width, 0)).toBeLessThanOrEqual(1000)
  }, 60_000)

  it("the bar is read by arrow keys and by pointer, and the region around it scrolls by keyboard", async () => {
    const { page } = window
    const chart = page.getByRole("application", { name: /Storage per bucket/ })
    const reading = page.getByTestId("chart-reading")
    await chart.focus()
    await page.keyboard.press("ArrowRight")
    await reading.getByText(`${long}: 40% of all, 400 B`).waitFor()
    await page.keyboard.press("ArrowRight")
    await reading.getByText("b: 10% of all, 100 B").waitFor()
    await page.keyboard.press("End")
    await reading.getByText("105 other buckets: 42% of all").waitFor()
    await page.keyboard.press("Escape")
    await expect.poll(() => reading.innerText()).toBe("")
    const box = await chart.boundingBox()
    await page.mouse.move((box?.x ?? 0) + 20, (box?.y ?? 0) + 10)
    await reading.getByText("40% of all").waitFor()
    const region = page.getByRole("region", { name: "Usage of this context" })
    await region.focus()
    expect(await page.evaluate("document.activeElement.dataset.testid")).toBe("usage-region")
  }, 60_000)

  it("objects are another order, and the figures are a table for readers", async () => {
    const { page } = window
    await page.getByRole("button", { name: "Objects", exact: true }).click()
    await page.getByRole("list", { name: "Objects per bucket" }).waitFor()
    expect((await parts(page))[0]).toMatch(/^b[^]*69%[^]*900/)
    await page.getByRole("button", { name: "Show as table" }).click()
    const table = page.getByRole("table", { name: /Objects per bucket/ })
    expect(await table.getByRole("rowheader").first().innerText()).toBe("b")
    expect(await table.getByRole("row").count()).toBe(1 + 15 + 1)
    expect(await table.getByRole("row").last().innerText()).toMatch(/100 other buckets[^]*21%[^]*267[^]*370 B/)
    await expectAccessible(page)
    await page.getByRole("button", { name: "Show as table" }).click()
    await page.getByRole("button", { name: "Size", exact: true }).click()
  }, 60_000)

  it("names are whole on phones, and nothing is wider than the window", async () => {
    const { page } = window
    for (const width of [390, 320]) {
      await page.setViewportSize({ width, height: 800 })
      const name = page.getByTestId("chart-part").first().getByText(long)
      const box = await name.boundingBox()
      expect((box?.x ?? 0) + (box?.width ?? width + 1), `at ${width} px`).toBeLessThanOrEqual(width)
      // 63 letters do not fit into one line: they are wrapped, not cut
      expect(box?.height ?? 0, `at ${width} px`).toBeGreaterThan(30)
      expect(await page.evaluate(`getComputedStyle(document.querySelector('[data-testid=chart-part] .font-medium')).textOverflow`)).toBe("clip")
      expect(await name.innerText()).toBe(long)
      expect(await page.evaluate("Math.max(document.documentElement.scrollWidth, document.querySelector('[data-testid=usage-region]').scrollWidth)"), `at ${width} px`).toBeLessThanOrEqual(width)
      for (const theme of ["light", "dark"]) {
        if (process.env["PICTURES"] === undefined) continue
        await page.evaluate(`document.documentElement.dataset.theme = "${theme}"`)
        await page.screenshot({ path: `.cache/e2e/usage-${width}-${theme}.png` })
      }
      await expectAccessible(page)
    }
    await page.setViewportSize({ width: 1440, height: 900 })
    await expectAccessible(page)
    if (process.env["PICTURES"] !== undefined) await page.screenshot({ path: ".cache/e2e/usage-1440-dark.png" })
  }, 120_000)

  it("a recount fills the page live, out of the gateway's own figures", async () => {
    const { page } = window
    await page.unroute("**/api/manager/usage-stats/latest**")
    await page.goto(`${service.origin}/manager/usage`)
    await page.getByText("Nothing counted yet").waitFor()
    await page.getByRole("button", { name: "Recalculate" }).click()
    await page.getByTestId("share-chart").waitFor()
    const figures = await page.getByTestId("usage").innerText()
    expect(figures).toMatch(/Buckets\s*4/)
    const found = await parts(page)
    expect(found.some((part) => part.startsWith("sample-documents"))).toBe(true)
    expect(found.at(-1)).toMatch(/1 other bucket[^]*0%/)
    expect(window.complaints).toEqual([])
  }, 60_000)
})
