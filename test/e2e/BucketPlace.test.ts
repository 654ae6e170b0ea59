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

  it("the Objects tab is the explorer: folders open, files are uploaded, a link opens a panel", async () => {
    const { context: tabs, page } = window
    const workspaces = new Set<string | undefined>()
    page.on("request", (request) => {
      if (request.url().includes("/api/browser/") && request.resourceType() === "fetch")
        workspaces.add(request.headers()["x-s3-workspace"])
    })
    await page.goto(place("sample-documents", "objects"))
    await row("minutes/").click()
    await row("2026/").click()
    await row("january.md").waitFor()
    expect(await panel().count()).toBe(0)
    await page
      .getByLabel("Files to upload")
      .setInputFiles([{ name: "latin-1.md", mimeType: "text/markdown", buffer: Buffer.from("Latin") }])
    await row("latin-1.md").waitFor()
    await row("latin-1.md").click()
    await panel().getByText("s3://sample-documents/minutes/2026/latin-1.md").waitFor()
    const address = new URL(page.url())
    expect(address.pathname).toBe("/manager/buckets/sample-documents/objects")
    expect(Object.fromEntries(address.searchParams)).toEqual({
      context_id: context,
      open: "minutes/2026/latin-1.md",
      prefix: "minutes/2026/"
    })
    await panel().getByRole("button", { name: "Close details" }).click()
    await panel().waitFor({ state: "detached" })
    await expectAccessible(page)
    const [tab] = await Promise.all([
      tabs.waitForEvent("page"),
      page.getByRole("link", { name: "latin-1.md" }).click({ modifiers: ["Control"] })
    ])
    await tab.getByTestId("panel").getByText("s3://sample-documents/minutes/2026/latin-1.md").waitFor()
    expect(new URL(tab.url()).pathname).toBe("/manager/buckets/sample-documents/objects")
    await tab.close()
    await page.getByRole("navigation", { name: "Path" }).getByRole("link", { name: "sample-documents" }).click()
    await row("readme.txt").waitFor()
    await page.getByRole("link", { name: "Versions", exact: true }).click()
    await page.waitForURL((url) => url.searchParams.get("view") === "versions")
    expect(new URL(page.url()).pathname).toBe("/manager/buckets/sample-documents/objects")
    expect(await page.getByRole("heading", { level: 1 }).count()).toBe(1)
    expect([...workspaces]).toEqual(["manager-browser"])
    page.removeAllListeners("request")
  }, 120_000)

  it("on the Objects tab of a versioned bucket a deletion is undone", async () => {
    const { page } = window
    await api(page, "POST", `/manager/buckets?context_id=${context}`, { name: "tab-versions" })
    await page.goto(place("tab-versions", "properties"))
    await page.getByRole("switch", { name: "Versioning" }).click()
    await expect.poll(() => page.getByRole("switch", { name: "Versioning" }).getAttribute("aria-checked")).toBe("true")
    await page.goto(place("tab-versions", "objects"))
    await page.getByText("Nothing here yet").waitFor()
    await page
      .getByLabel("Files to upload")
      .setInputFiles([{ name: "once.txt", mimeType: "text/plain", buffer: Buffer.from("once") }])
    await row("once.txt").click()
    await panel().getByRole("button", { name: "Delete once.txt" }).click()
    await dialog()
      .getByRole("button", { name: /^Delete/ })
      .click()
    await row("once.txt").waitFor({ state: "detached" })
    await page.locator(".toasts").getByRole("button", { name: "Undo" }).click()
    await row("once.txt").waitFor()
  }, 120_000)

  it("the Objects tab shows text in Latin-1", async () => {
    const { page } = window
    await page.goto(place("sample-documents", "objects"))
    await row("readme.txt").waitFor()
    await page
      .getByLabel("Files to upload")
      .setInputFiles([
        { name: "latin.csv", mimeType: "text/csv", buffer: Buffer.from("Ort;Straße\nKöln;Allee\n", "latin1") }
      ])
    await row("latin.csv").click()
    await panel().getByRole("tab", { name: "Preview" }).click()
    await panel().getByText("Köln").first().waitFor()
  }, 120_000)

  it("the Browser shows the same folder", async () => {
    const { page } = window
    await page.goto(`${place("sample-documents", "objects")}&prefix=minutes%2F2026%2F`)
    await row("january.md").waitFor()
    await page.locator("header").getByRole("link", { name: "Open in Browser" }).click()
    await page.waitForURL((url) => url.pathname === "/browser")
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
      await panel().getByText("Content type", { exact: true }).waitFor()
      expect(await page.evaluate("document.documentElement.scrollWidth")).toBeLessThanOrEqual(width)
      await expectAccessible(page)
      await page.goto(place("sample-documents"))
      await page.getByRole("button", { name: "Delete bucket" }).scrollIntoViewIfNeeded()
      expect(await page.evaluate("document.documentElement.scrollWidth")).toBeLessThanOrEqual(width)
      await expectAccessible(page)
    }
  }, 120_000)

  it("no page complained about anything but what was refused", () => {
    expect(window.complaints.filter((text) => !/status of 40[49]/.test(text))).toEqual([])
  })
})
