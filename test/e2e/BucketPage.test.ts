import { expect, it } from "vitest"
import { chromiumLack } from "../support/Chromium.ts"
import { requirement } from "../support/Requirement.ts"
import type { ServiceProcess } from "../support/ServiceProcess.ts"
import { api, expectAccessible, isFocused, reach, type Window } from "./console.ts"
import { withConsole } from "./withConsole.ts"

requirement("Chromium", chromiumLack())("the page of a bucket", () => {
  let service: ServiceProcess
  let window: Window
  let context = ""
  withConsole("bucket-page", async (opened) => {
    ({ service, window } = opened)
    const { page } = window
    context = (await api<ReadonlyArray<{ id: string }>>(page, "GET", "/me/execution-contexts?workspace=manager"))[0]?.id ?? ""
    await api(page, "POST", `/manager/buckets?context_id=${context}`, { name: "paged" })
  }, { tidy: ({ page }) => page.setViewportSize({ width: 1440, height: 900 }) })

  const address = (side = "") => `${service.origin}/manager/buckets/paged${side === "" ? "" : `/${side}`}?context_id=${context}`
  const section = (feature: string) => window.page.getByTestId(`feature-${feature}`)
  const sides = () => window.page.getByRole("navigation", { name: "Sides of the bucket" })
  const put = async (feature: string, value: object | null) => {
    const path = `/manager/buckets/paged/features/${feature}?context_id=${context}`
    const { version } = await api<{ version: string }>(window.page, "GET", path)
    await api(window.page, "PUT", path, { value, version })
  }

  it("shows every feature at a glance, and each leads to where it is edited", async () => {
    const { page } = window
    await put("versioning", { status: "enabled" })
    await put("quota", { max_size_bytes: 10 * 1024 ** 3, max_objects: null, enabled: true })
    await page.goto(address())
    const grid = page.getByTestId("feature-grid")
    await expect.poll(() => grid.getByRole("listitem").count()).toBe(14)
    await grid.getByRole("link", { name: /Quota On 10 GiB/ }).waitFor()
    await grid.getByRole("link", { name: /Versioning/ }).click()
    await section("versioning").getByRole("button", { name: "Edit Versioning" }).waitFor()
    expect(new URL(page.url()).pathname).toBe("/manager/buckets/paged/properties")
    await page.goBack()
    await grid.getByRole("link", { name: /CORS/ }).waitFor()
  }, 120_000)

  it("is walked by keys alone: to a side, into an editor, through its save, and back to where one was", async () => {
    const { page } = window
    await page.goto(address())
    await reach(page, sides().getByRole("link", { name: "Properties" }))
    await page.keyboard.press("Enter")
    await reach(page, section("tags").getByRole("button", { name: "Edit Tags" }))
    await page.keyboard.press("Enter")
    await reach(page, section("tags").getByRole("button", { name: "Set it up" }))
    await page.keyboard.press("Enter")
    await reach(page, section("tags").getByLabel("Key"))
    await page.keyboard.type("team")
    await expect.poll(() => section("tags").getByTestId("looked").innerText()).toBe("Not saved")
    await reach(page, section("tags").getByRole("button", { name: "Review and save" }))
    await page.keyboard.press("Enter")
    const dialog = page.getByRole("dialog")
    await dialog.getByTestId("diff").getByText("team").waitFor()
    await page.keyboard.press("Escape")
    await dialog.waitFor({ state: "hidden" })
    await expect.poll(() => isFocused(section("tags").getByRole("button", { name: "Review and save" }))).toBe(true)
    await page.keyboard.press("Enter")
    await dialog.getByTestId("diff").getByText("team").waitFor()
    await reach(page, dialog.getByRole("button", { name: "Save Tags" }))
    await page.keyboard.press("Enter")
    await page.locator(".toasts").getByText("Tags is saved").waitFor()
    await section("tags").getByRole("button", { name: "Edit Tags" }).waitFor()
    await expect.poll(() => page.evaluate("document.activeElement?.getAttribute('aria-label')")).toBe("Edit Tags")
  }, 120_000)

  it("what is changed in another tab shows without a reload", async () => {
    const { page } = window
    await page.goto(address("properties"))
    await section("tags").getByTestId("summary").waitFor()
    await put("tags", { tags: [{ key: "heard", value: "elsewhere" }] })
    await section("tags").getByTestId("summary").getByText("heard=elsewhere", { exact: true }).waitFor()
  }, 120_000)

  it("its history says who changed what, is filtered by feature, and takes a change back", async () => {
    const { page } = window
    await page.goto(address("history"))
    const list = page.getByRole("list", { name: "Changes, newest first" })
    await list.getByText("heard=elsewhere").first().waitFor()
    await page.getByLabel("Changes of").selectOption("quota")
    await expect.poll(() => list.locator("> li").count()).toBe(1)
    expect(new URL(page.url()).searchParams.get("feature")).toBe("quota")
    await list.getByText("Quota").first().click()
    await list.getByTestId("diff").getByText("max_size_bytes").waitFor()
    await expectAccessible(page)
    await list.getByRole("button", { name: "Undo this change" }).click()
    await page.getByRole("dialog").getByRole("button", { name: "Undo this change" }).click()
    await page.locator(".toasts").getByText("Quota is as it was before").waitFor()
    await list.getByText("Undone since").waitFor()
    const { value } = await api<{ value: object | null }>(page, "GET", `/manager/buckets/paged/features/quota?context_id=${context}`)
    expect(value).toBe(null)
  }, 120_000)

  it("objects are listed by the Manager's own route, a page at a time, and nothing there changes them", async () => {
    const { page } = window
    const list = (more: string) => api<{ objects: ReadonlyArray<{ key: string }>; prefixes: ReadonlyArray<string>; next_continuation_token: string | null }>(
      page, "GET", `/manager/buckets/sample-documents/objects?context_id=${context}${more}`)
    const first = await list("&max_keys=1")
    expect(first.objects.length + first.prefixes.length).toBe(1)
    const second = await list(`&max_keys=1&continuation_token=${encodeURIComponent(first.next_continuation_token ?? "")}`)
    expect(JSON.stringify(second)).not.toBe(JSON.stringify(first))
    expect((await list("&prefix=minutes/2026/")).objects.map(({ key }) => key)).toContain("minutes/2026/january.md")
    await expect(api(page, "DELETE", `/manager/buckets/sample-documents/objects?context_id=${context}`, { keys: ["readme.txt"] })).rejects.toThrow(/not_found/)
    const asked: Array<string> = []
    page.on("request", (request) => { if (request.url().includes("/objects")) asked.push(new URL(request.url()).pathname) })
    await page.goto(`${service.origin}/manager/buckets/sample-documents/objects?context_id=${context}`)
    await page.getByRole("grid").getByText("readme.txt", { exact: true }).waitFor()
    expect([...new Set(asked.filter((path) => path.startsWith("/api/")))]).toEqual(["/api/manager/buckets/sample-documents/objects"])
    // what is known of one is the Manager's as well: whoever has no rights in the Browser sees it all the same
    await page.getByRole("grid").getByText("readme.txt", { exact: true }).click()
    const facts = page.getByTestId("panel")
    await facts.getByText("text/plain").waitFor()
    expect([...new Set(asked.filter((path) => path.startsWith("/api/")))]).toEqual(["/api/manager/buckets/sample-documents/objects", "/api/manager/buckets/sample-documents/objects/facts"])
    expect(await page.getByRole("button", { name: /Download/ }).count()).toBe(0)
    const read = await api<{ content_type: string; size_bytes: number }>(page, "GET", `/manager/buckets/sample-documents/objects/facts?context_id=${context}&key=readme.txt`)
    expect(read).toMatchObject({ content_type: expect.stringContaining("text/plain") as string })
    await expect(api(page, "GET", `/manager/buckets/sample-documents/objects/facts?context_id=${context}&key=never-there`)).rejects.toThrow(/not_found/)
  }, 120_000)

  it("fits and is accessible at three widths, in both themes", async () => {
    const { page } = window
    for (const [width, height] of [[1440, 900], [390, 844], [320, 640]] as const) {
      await page.setViewportSize({ width, height })
      for (const [side, shows] of [["", "feature-grid"], ["properties", "feature-quota"], ["permissions", "feature-cors"], ["history", "bucket-history"]] as const) {
        await page.goto(address(side))
        await page.getByTestId(shows).waitFor()
        if (side !== "history") await expect.poll(() => page.getByTestId(shows).locator(".skeleton").count()).toBe(0)
        expect(await page.evaluate("document.documentElement.scrollWidth"), `${side} at ${width}`).toBeLessThanOrEqual(width)
        await expectAccessible(page)
      }
    }
  }, 180_000)

  it("no page complained about anything but what was refused", () => {
    expect(window.complaints.filter((text) => !/status of 4(04|22)/.test(text))).toEqual([])
  })
})
