import { expect, it } from "vitest"
import { chromiumLack } from "../support/Chromium.ts"
import { requirement } from "../support/Requirement.ts"
import type { ServiceProcess } from "../support/ServiceProcess.ts"
import { api, expectAccessible, type Window } from "./console.ts"
import { withConsole } from "./withConsole.ts"

requirement("Chromium", chromiumLack())("in a bucket's place", () => {
  let service: ServiceProcess
  let window: Window
  let context = ""
  withConsole(
    "place",
    async (opened) => {
      ;({ service, window } = opened)
      const { page } = window
      context =
        (await api<ReadonlyArray<{ id: string }>>(page, "GET", "/me/execution-contexts?workspace=manager"))[0]?.id ?? ""
      for (const name of ["empty-one", "empty-two"])
        await api(page, "POST", `/manager/buckets?context_id=${context}`, { name })
    },
    {
      tidy: async ({ page }) => {
        await page.setViewportSize({ width: 1440, height: 900 })
        await page.unrouteAll()
      }
    }
  )

  const place = (name: string, side = "") =>
    `${service.origin}/manager/buckets/${name}${side === "" ? "" : `/${side}`}?context_id=${context}`
  const panel = () => window.page.getByTestId("panel")
  const dialog = () => window.page.getByRole("dialog")
  const row = (name: string) => window.page.getByRole("grid").getByText(name, { exact: true })

  it("a click on an object opens its panel, as in the Browser; Back closes it; its link opens it", async () => {
    const { context: tabs, page } = window
    await page.goto(place("sample-documents", "objects"))
    const downloads: Array<string> = []
    page.on("download", (download) => downloads.push(download.url()))
    await row("readme.txt").click()
    await panel().getByText("Content type").waitFor()
    await panel().getByText("s3://sample-documents/readme.txt").waitFor()
    expect(
      await panel()
        .getByRole("button", { name: /Delete/ })
        .count()
    ).toBe(0)
    await page.locator("dl.facts[aria-busy=false]").waitFor()
    const known = await panel().locator("dl").innerText()
    await expectAccessible(page)
    await page.goBack()
    await panel().waitFor({ state: "detached" })
    await row("readme.txt").click()
    await panel().waitFor()
    await panel().getByRole("button", { name: "Close details" }).click()
    await panel().waitFor({ state: "detached" })
    const [tab] = await Promise.all([
      tabs.waitForEvent("page"),
      page.getByRole("link", { name: "readme.txt" }).click({ modifiers: ["Control"] })
    ])
    await tab.getByTestId("panel").getByText("s3://sample-documents/readme.txt").waitFor()
    expect(new URL(tab.url()).pathname).toBe("/manager/buckets/sample-documents/objects")
    await tab.close()
    await row("readme.txt").click()
    await panel().getByRole("link", { name: "Open in Browser" }).click()
    await page.getByTestId("explorer").waitFor()
    await panel().getByText("s3://sample-documents/readme.txt").waitFor()
    expect(Object.fromEntries(new URL(page.url()).searchParams)).toEqual({
      context_id: context,
      bucket: "sample-documents",
      open: "readme.txt"
    })
    // the Browser knows more of it, and says the same of what both know
    const there = await panel().innerText()
    for (const label of ["Size", "Modified", "Content type", "ETag"]) {
      const said = new RegExp(`^${label}\\n+(.+)$`, "m").exec(known)?.[1]
      expect(said, label).toBeTruthy()
      expect(there, label).toContain(said)
    }
    expect(downloads).toEqual([])
  }, 120_000)

  it("a folder opens and is no panel, and the Browser shows the same folder", async () => {
    const { page } = window
    await page.goto(place("sample-documents", "objects"))
    await row("minutes/").click()
    await page.getByRole("navigation", { name: "Folder" }).getByText("minutes").waitFor()
    await row("2026/").click()
    await row("january.md").waitFor()
    expect(await panel().count()).toBe(0)
    await row("january.md").click()
    await panel().getByRole("heading", { name: "january.md" }).waitFor()
    expect(new URL(page.url()).searchParams.get("prefix")).toBe("minutes/2026/")
    await page.goBack()
    await page.locator("header").getByRole("link", { name: "Open in Browser" }).click()
    await page.getByTestId("explorer").waitFor()
    expect(new URL(page.url()).searchParams.get("prefix")).toBe("minutes/2026/")
    await row("january.md").waitFor()
  }, 120_000)

  it("is deleted on its own page: with objects only on request, and by typed name", async () => {
    const { page } = window
    const sent: Array<string> = []
    page.on("request", (request) => {
      if (request.method() === "DELETE") sent.push(new URL(request.url()).searchParams.get("confirm_name") ?? "")
    })
    const ask = async (name: string) => {
      await page.goto(place(name))
      await page.getByTestId("overview").getByRole("button", { name: "Delete bucket" }).click()
      await dialog()
        .getByRole("heading", { name: `Delete ${name}` })
        .waitFor()
      return dialog().getByLabel(`Type “${name}” to confirm`)
    }
    await ask("sample-documents")
    await dialog().getByRole("radio", { name: "Delete later" }).waitFor()
    await dialog().getByRole("button", { name: "Empty and delete", exact: true }).waitFor()
    await expectAccessible(page)
    await page.keyboard.press("Escape")
    // one that was counted as empty, and is not any more
    await page.route("**/api/manager/buckets/sample-documents?*", async (route) => {
      if (route.request().method() !== "GET") return route.continue()
      const response = await route.fetch()
      return route.fulfill({ response, json: { ...(await response.json()), object_count: 0 } })
    })
    await (await ask("sample-documents")).fill("sample-documents")
    await dialog().getByRole("button", { name: "Delete bucket" }).click()
    await dialog().getByRole("radio", { name: "Delete later" }).waitFor()
    await page.unroute("**/api/manager/buckets/sample-documents?*")
    await page.keyboard.press("Escape")
    await page.getByTestId("overview").waitFor()
    await (await ask("empty-one")).fill("sample-documents")
    await dialog().getByRole("button", { name: "Delete bucket" }).click()
    await dialog().getByText("Type empty-one exactly.").waitFor()
    expect(sent).toEqual(["sample-documents"])
    // another one meanwhile: nothing of the first is left in the dialog
    const typed = await ask("empty-two")
    expect(await typed.inputValue()).toBe("")
    await typed.fill("empty-two")
    await dialog().getByRole("button", { name: "Delete bucket" }).click()
    await page.locator(".toasts").getByText("empty-two is deleted").waitFor()
    await row("empty-one").waitFor()
    expect(page.url()).toBe(`${service.origin}/manager/buckets?context_id=${context}`)
    expect(await row("empty-two").count()).toBe(0)
    expect(sent).toEqual(["sample-documents", "empty-two"])
    expect(
      (
        await api<{ items: ReadonlyArray<{ name: string }> }>(page, "GET", `/manager/buckets?context_id=${context}`)
      ).items.map(({ name }) => name)
    ).toContain("empty-one")
  }, 120_000)

  it("its objects with one open fit and are accessible at three widths, in both themes", async () => {
    const { page } = window
    for (const [width, height] of [
      [1440, 900],
      [390, 844],
      [320, 640]
    ] as const) {
      await page.setViewportSize({ width, height })
      await page.goto(`${place("sample-documents", "objects")}&open=readme.txt`)
      await panel().getByText("Content type").waitFor()
      expect(await page.evaluate("document.documentElement.scrollWidth")).toBeLessThanOrEqual(width)
      await expectAccessible(page)
      await page.goto(place("sample-documents"))
      await page.getByRole("button", { name: "Delete bucket" }).scrollIntoViewIfNeeded()
      expect(await page.evaluate("document.documentElement.scrollWidth")).toBeLessThanOrEqual(width)
      await expectAccessible(page)
    }
  }, 120_000)

  it("no page complained about anything but what was refused", () => {
    // the place of what was just deleted asks once more whether it is there
    expect(window.complaints.filter((text) => !/status of 40[49]/.test(text))).toEqual([])
  })
})
