import { expect, it } from "vitest"
import { chromiumLack } from "../support/Chromium.ts"
import { requirement } from "../support/Requirement.ts"
import type { ServiceProcess } from "../support/ServiceProcess.ts"
import { expectAccessible, type Window } from "./console.ts"
import { makeBuckets } from "./support/makeBuckets.ts"
import { withConsole } from "./withConsole.ts"

const count = 430

requirement("Chromium", chromiumLack())("a selection", () => {
  let service: ServiceProcess
  let window: Window
  withConsole(
    "selection",
    async (opened) => {
      ;({ service, window } = opened)
      await makeBuckets(window.page, service, count, 3)
    },
    { tidy: ({ page }) => page.unrouteAll({ behavior: "ignoreErrors" }) }
  )

  const status = () => window.page.getByTestId("table-status")
  const grid = () => window.page.getByRole("grid")
  const list = async (path = "/manager/buckets?q=many-") => {
    await window.page.goto(service.origin + path)
    await status().getByText(/^\d/).waitFor()
  }
  const box = (name: string) => grid().getByRole("checkbox", { name: `Select ${name}`, exact: true })
  const says = (text: string | RegExp) => status().getByText(text).waitFor()

  it("tells what a filter hides of it, and shows that", async () => {
    const { page } = window
    await list()
    for (const name of ["many-000", "many-001", "many-002"]) await box(name).click()
    await says("3 selected")
    await page.getByRole("searchbox").fill("sample")
    await says("3 hidden by the filter")
    await page.getByRole("searchbox").fill("many-00")
    await expect.poll(async () => await status().innerText()).not.toContain("hidden")
    await page.getByRole("searchbox").fill("many-002")
    await says("2 hidden by the filter")
    await status().getByRole("button", { name: "Show", exact: true }).click()
    await says("only these are shown")
    await expect.poll(() => grid().locator(".rt-body").getByRole("row").count()).toBe(3)
    await grid().getByText("many-000").waitFor()
    await status().getByRole("button", { name: "Show all rows" }).click()
    await expect.poll(() => grid().locator(".rt-body").getByRole("row").count()).toBe(1)
  }, 60_000)

  it("survives search, sort and refresh", async () => {
    const { page } = window
    await list()
    await box("many-003").click()
    await page.getByRole("columnheader").getByRole("button", { name: "Name" }).click()
    await grid().getByText("many-429").waitFor()
    await says("1 selected")
    await page.getByRole("button", { name: "Read the gateway again" }).click()
    await page.getByRole("searchbox").fill("many-003")
    await box("many-003").waitFor()
    await expect.poll(() => box("many-003").isChecked()).toBe(true)
    await says("1 selected")
  }, 60_000)

  it("takes everything that matches, beyond what is loaded, with progress that can be stopped", async () => {
    const { page } = window
    await list()
    const all = page.getByRole("checkbox", { name: "Select all loaded rows" })
    expect(await all.isChecked()).toBe(false)
    await box("many-000").click()
    await expect.poll(() => all.evaluate((input) => (input as { indeterminate?: boolean }).indeterminate)).toBe(true)
    await all.click()
    await expect.poll(() => page.getByRole("checkbox", { name: /^Deselect all/ }).isChecked()).toBe(true)
    await says(/^\d+ loaded,/)
    const more = status().getByRole("button", { name: `select all ${count}` })
    await more.waitFor()
    await expectAccessible(page)
    let asked = 0
    await page.route("**/api/manager/buckets?**", async (route) => {
      asked++
      await new Promise((resolve) => setTimeout(resolve, 700))
      await route.continue()
    })
    await more.click()
    await expect.poll(() => asked).toBeGreaterThan(0)
    const searched = page.waitForRequest((request) => new URL(request.url()).searchParams.get("search") === "many-0")
    await page.getByRole("searchbox").fill("many-0")
    await searched
    await page.unrouteAll({ behavior: "ignoreErrors" })
    await page.waitForTimeout(1500)
    expect(Number(/^([\d,]+) selected/.exec(await status().innerText())?.[1])).toBeLessThan(count)
    await page.getByRole("searchbox").fill("many-")
    await more.click()
    await says(`${count} selected`)
    await expect
      .poll(() =>
        status()
          .getByRole("button", { name: /^select/ })
          .count()
      )
      .toBe(0)
    await status().getByRole("button", { name: "Delete" }).click()
    await page.getByRole("dialog").getByText(`Delete ${count} buckets`).waitFor()
    await page.keyboard.press("Escape")
    await page.getByRole("dialog").waitFor({ state: "hidden" })
    await status().getByRole("button", { name: "Clear" }).click()
    await says(/^430/)
  }, 90_000)

  it("is a range with Shift, by pointer and by arrows, over rows that nobody scrolled to as well", async () => {
    const { page } = window
    await list()
    // the code of a press arrives after both, and handles them in order
    const both = Promise.withResolvers<undefined>()
    await page.route("**/build/l-*.js", async (route) => {
      await both.promise
      await route.continue()
    })
    await box("many-002").click()
    await box("many-005").click({ modifiers: ["Shift"] })
    both.resolve(undefined)
    await says("4 selected")
    await box("many-003").click({ modifiers: ["Shift"] })
    await says("2 selected")
    await status().getByRole("button", { name: "Clear" }).click()
    await says(/^430/)
    await grid().focus()
    await page.keyboard.press("Home")
    await page.keyboard.press("Shift+ArrowDown")
    await page.keyboard.press("Shift+ArrowDown")
    await says("3 selected")
    await page.keyboard.press("Shift+ArrowUp")
    await says("2 selected")
    await page.keyboard.press("Shift+End")
    await says(`${count} selected`)
    await page.keyboard.press("Shift+Home")
    await says("1 selected")
    await page.keyboard.press("Escape")
    await expect.poll(async () => await status().innerText()).not.toContain("selected")
  }, 90_000)

  it("keeps the rows that a bulk action could not do, and lets those go that went", async () => {
    const { page } = window
    await list("/manager/buckets")
    await page.getByRole("searchbox").fill("sample-documents")
    await box("sample-documents").click()
    await page.getByRole("searchbox").fill("many-429")
    await box("many-429").click()
    await says("2 selected")
    await status().getByRole("button", { name: "Delete" }).click()
    const dialog = page.getByRole("dialog")
    await dialog.getByLabel("Type “delete” to confirm").fill("delete")
    await dialog.getByRole("button", { name: "Delete", exact: true }).click()
    await page.getByTestId("operations-line").getByText("1 bucket deleted, 1 failed").waitFor()
    await says("1 selected")
    await page.getByRole("searchbox").fill("sample-documents")
    await box("sample-documents").waitFor()
    await expect.poll(() => box("sample-documents").isChecked()).toBe(true)
  }, 60_000)

  it("lets a row go, with a word, that somebody deletes elsewhere", async () => {
    const { context } = window
    await list("/manager/buckets?q=many-42")
    await box("many-420").click()
    await box("many-421").click()
    await says("2 selected")
    const other = await context.newPage()
    await other.goto(`${service.origin}/manager/buckets?q=many-420&open=many-420`)
    await other.getByTestId("panel").getByRole("button", { name: "Delete", exact: true }).click()
    await other.getByRole("dialog").getByLabel("Type “many-420” to confirm").fill("many-420")
    await other.getByRole("dialog").getByRole("button", { name: "Delete bucket" }).click()
    await says("1 selected")
    await says("many-420 is gone and left the selection")
    await other.close()
  }, 60_000)

  it("no page complained about anything but what was asked for in vain", () => {
    expect(window.complaints.filter((text) => !text.startsWith("Failed to load resource"))).toEqual([])
  })
})
