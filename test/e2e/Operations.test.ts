import { randomBytes } from "node:crypto"
import { mkdtempSync, mkdirSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import * as path from "node:path"
import type { Route } from "playwright-core"
import { expect, it } from "vitest"
import { chromiumLack } from "../support/Chromium.ts"
import { requirement } from "../support/Requirement.ts"
import type { ServiceProcess } from "../support/ServiceProcess.ts"
import { api, expectAccessible, type Window } from "./console.ts"
import { withConsole } from "./withConsole.ts"

const folderOf = (count: number, name: string): string => {
  const folder = path.join(mkdtempSync(path.join(tmpdir(), "stowage-upload-")), name)
  mkdirSync(folder)
  for (let number = 0; number < count; number++)
    writeFileSync(path.join(folder, `note-${String(number).padStart(4, "0")}.txt`), `note ${number}\n`)
  return folder
}

requirement("Chromium", chromiumLack())("operations", () => {
  let service: ServiceProcess
  let window: Window
  withConsole("operations", (opened) => ({ service, window } = opened), { tidy: ({ page }) => page.unrouteAll() })

  const dock = () => window.page.getByRole("region", { name: "Operations", exact: true })
  const line = () => window.page.getByTestId("operations-line")
  const operation = () => dock().getByTestId("operation")

  const inContext = async <A>(method: string, path: string, body?: object): Promise<A> => {
    const [context] = await api<ReadonlyArray<{ id: string }>>(
      window.page,
      "GET",
      "/me/execution-contexts?workspace=manager"
    )
    return api<A>(window.page, method, `${path}${path.includes("?") ? "&" : "?"}context_id=${context?.id}`, body)
  }

  const inBucket = async (): Promise<string> => {
    const bucket = `dock-${randomBytes(4).toString("hex")}`
    await inContext("POST", "/manager/buckets", { name: bucket })
    await window.page.goto(`${service.origin}/browser?bucket=${bucket}`)
    await window.page.getByText("Nothing here yet").waitFor()
    return bucket
  }
  const keysOf = async (bucket: string, prefix = ""): Promise<ReadonlyArray<string>> =>
    (
      await inContext<{ objects: ReadonlyArray<{ key: string }> }>(
        "GET",
        `/browser/buckets/${bucket}/objects?prefix=${encodeURIComponent(prefix)}`
      )
    ).objects.map(({ key }) => key)
  const chooseFolder = (folder: string) => window.page.locator("input[webkitdirectory]").setInputFiles(folder)
  const chooseFiles = (...files: ReadonlyArray<{ name: string; buffer: Buffer }>) =>
    window.page.getByLabel("Files to upload").setInputFiles(files.map((file) => ({ mimeType: "text/plain", ...file })))
  const text = (name: string, content = name) => ({ name, buffer: Buffer.from(content) })
  const show = async () => {
    const toggle = dock().getByRole("button", { name: /^Operations/ })
    if ((await toggle.getAttribute("aria-expanded")) === "false") await toggle.click()
  }
  const clear = async () => {
    await dock().getByRole("button", { name: "Dismiss all and close operations" }).click()
    await dock().waitFor({ state: "detached" })
  }

  it("the dock is no part of what a page runs first", async () => {
    const { page } = window
    await inBucket()
    const first = await page.evaluate<ReadonlyArray<string>>(
      "[...document.querySelectorAll('head link[rel=modulepreload]')].map((link) => link.href).filter((href) " +
        "=> href.includes('/q-'))"
    )
    expect(first.length).toBeGreaterThan(3)
    for (const script of first)
      expect(await (await fetch(script)).text(), script).not.toContain("Dismiss all and close operations")
  }, 60_000)

  it("uploading 230 files shows totals, new rows, a bounded page, and a lasting result", async () => {
    const { page } = window
    const bucket = await inBucket()
    await chooseFolder(folderOf(230, "notes"))
    await line()
      .getByText(/Uploading 230 files/)
      .waitFor()
    await show()
    await operation()
      .getByTestId("facts")
      .getByText(/of 230 files uploaded · .* of /)
      .waitFor()
    await page.getByRole("grid").getByText("notes/").waitFor()
    expect(await line().innerText()).toMatch(/Uploading/)
    await operation()
      .getByRole("button", { name: /^Show the files/ })
      .click()
    expect(await dock().getByRole("listitem").count()).toBeLessThan(120)
    await expectAccessible(page)
    await page.getByRole("grid").getByText("notes/").click()
    await line().getByText("230 files uploaded").waitFor({ timeout: 90_000 })
    expect((await keysOf(bucket, "notes/")).length).toBe(230)
    await page.getByRole("grid").getByText("note-0000.txt").waitFor()
    await operation()
      .getByTestId("facts")
      .getByText(
        /^230 of 230 files uploaded · 1\.7 KiB of 1\.7 KiB$|^230 of 230 files uploaded · [\d.,]+ (B|KiB) of [\d.,]+ (B|KiB)$/
      )
      .waitFor()
    await dock().getByText("1–25 of 230").waitFor()
    await dock().getByRole("button", { name: "Next: Done" }).click()
    await dock().getByText("26–50 of 230").waitFor()
    await expectAccessible(page)
    await operation()
      .getByRole("button", { name: /^Dismiss/ })
      .click()
    await dock().getByText("Earlier in this tab").waitFor()
    await dock().getByText("230 files uploaded", { exact: true }).waitFor()
    await clear()
  }, 180_000)

  it("400 files go up while the page stays small and answers", async () => {
    const { page } = window
    const bucket = await inBucket()
    await page.evaluate(`(() => {
      window.longest = 0
      new PerformanceObserver((list) => { for (const { duration } of list.getEntries()) window.longest = Math.max(window.longest, duration) }).observe({ type: "longtask" })
    })()`)
    const looked = Promise.withResolvers<void>()
    await page.route("**/uploads?**", async (route: Route) => {
      if (route.request().url().includes("note-0399")) await looked.promise
      return route.fallback()
    })
    await chooseFolder(folderOf(400, "hundreds"))
    await line()
      .getByText(/Uploading 400 files/)
      .waitFor({ timeout: 60_000 })
    await show()
    await operation()
      .getByRole("button", { name: /^Show the files/ })
      .click()
    await dock()
      .getByRole("region", { name: /^Under way/ })
      .waitFor()
    await page.getByRole("grid").getByText("hundreds/").click()
    await page.getByRole("grid").getByText("note-0000.txt").waitFor()
    let most = 0
    const nodes = async () => {
      most = Math.max(most, await page.evaluate<number>("document.querySelectorAll('*').length"))
    }
    for (let look = 0; look < 5; look++) {
      await nodes()
      await page.getByRole("searchbox").fill(look % 2 === 0 ? "note-00" : "")
      await expect.poll(() => new URL(page.url()).searchParams.get("q")).toBe(look % 2 === 0 ? "note-00" : null)
      await page.waitForTimeout(500)
    }
    expect(await line().innerText()).toMatch(/Uploading/)
    looked.resolve()
    await line().getByText("400 files uploaded").waitFor({ timeout: 240_000 })
    await nodes()
    expect(most).toBeLessThan(3_000)
    await operation()
      .getByTestId("facts")
      .getByText(/^400 of 400 files uploaded/)
      .waitFor()
    const all = await page.evaluate<number>(`(async (bucket) => {
      const [context] = await (await fetch("/api/me/execution-contexts?workspace=manager")).json()
      let found = 0
      for (let token = null; ;) {
        const page = await (await fetch("/api/browser/buckets/" + bucket + "/objects?" + new URLSearchParams({ context_id: context.id, prefix: "hundreds/", max_keys: 1000, ...(token === null ? {} : { continuation_token: token }) }))).json()
        found += page.objects.length
        token = page.next_continuation_token
        if (token === null) return found
      }
    })(${JSON.stringify(bucket)})`)
    expect(all).toBe(400)
    if (process.env["PICTURES"] !== undefined)
      console.info(`longest task ${await page.evaluate("window.longest")} ms, most elements ${most}`)
    await clear()
  }, 420_000)

  it("impossible and risky names are shown before anything is sent; the others are uploaded", async () => {
    const { page } = window
    const bucket = await inBucket()
    const dialog = page.getByRole("dialog", { name: "Upload", exact: true })
    const long = { name: `${"k".repeat(1_030)}.txt`, buffer: Buffer.from("too long") }
    await chooseFiles(text("before.txt"), long, text("zz-after.txt"))
    await dialog
      .getByRole("group", { name: "Names that cannot be keys" })
      .getByText(/at most 1,024 bytes/)
      .waitFor()
    await expectAccessible(page)
    await dialog.getByRole("button", { name: "Cancel" }).click()
    await dialog.waitFor({ state: "hidden" })
    expect(await keysOf(bucket)).toEqual([])
    await chooseFiles(text("before.txt"), long, text("CON.txt"), text("Before.txt"), text("zz-after.txt"))
    const traps = dialog.getByRole("group", { name: "Names that make trouble elsewhere" })
    await traps.getByText("1 name of devices on Windows.").waitFor()
    await traps.getByText(/differ by case/).waitFor()
    await dialog.getByRole("button", { name: "Upload 4 files" }).click()
    await dialog.waitFor({ state: "hidden" })
    await expect
      .poll(async () => [...(await keysOf(bucket))].sort(), { timeout: 30_000 })
      .toEqual(["Before.txt", "CON.txt", "before.txt", "zz-after.txt"])
  }, 90_000)

  it("what objects are told is chosen with their files, and is there from the first moment", async () => {
    const { page } = window
    const bucket = await inBucket()
    const dialog = page.getByRole("dialog", { name: "Upload", exact: true })
    await page.getByRole("button", { name: "Upload with options" }).click()
    await dialog.getByText("No file is chosen yet.").waitFor()
    await dialog
      .getByLabel("Files to add")
      .setInputFiles([{ name: "a.txt", mimeType: "text/plain", buffer: Buffer.from("a") }])
    await dialog.getByText("1 file, 1 B.").waitFor()
    await dialog
      .getByLabel("Files to add")
      .setInputFiles([{ name: "b.txt", mimeType: "text/plain", buffer: Buffer.from("") }])
    await dialog.getByRole("button", { name: "Upload 2 files" }).waitFor()
    await dialog.getByText("Properties of the objects").click()
    await dialog.getByLabel("Content type").fill("text/x-told")
    await dialog.getByLabel("Cache control").fill("max-age=60")
    await dialog.getByLabel("Metadata").fill("author: ada")
    await dialog.getByLabel("Tags").fill("team=red")
    await dialog.getByLabel("Your own key (SSE-C)").fill("no key")
    await dialog.getByRole("button", { name: "Upload 2 files" }).click()
    await dialog.locator("[name=customer_key][aria-invalid=true]").waitFor()
    await dialog.getByLabel("Your own key (SSE-C)").fill("")
    await expectAccessible(page)
    await dialog.getByRole("button", { name: "Upload 2 files" }).click()
    await dialog.waitFor({ state: "hidden" })
    await expect.poll(() => keysOf(bucket), { timeout: 30_000 }).toEqual(["a.txt", "b.txt"])
    const told = await inContext<Record<string, any>>("GET", `/browser/buckets/${bucket}/objects/details?key=b.txt`)
    expect(told).toMatchObject({
      size_bytes: 0,
      headers: { content_type: "text/x-told", cache_control: "max-age=60" },
      metadata: { author: "ada" },
      tags: [{ key: "team", value: "red" }]
    })
  }, 90_000)

  it("an upload is paused, file by file and as a whole, goes on where it stopped, and is tried again", async () => {
    const { page } = window
    const bucket = await inBucket()
    const held: Array<() => void> = []
    const sent: Array<string> = []
    let holding = true
    await page.route("**/parts/**", async (route) => {
      const part = /parts\/(\d+)/.exec(route.request().url())?.[1] ?? ""
      if (holding && part !== "1") {
        await new Promise<void>((resolve) => held.push(resolve))
        return route.abort().catch(() => undefined)
      }
      sent.push(part)
      return route.fallback()
    })
    const large = path.join(mkdtempSync(path.join(tmpdir(), "stowage-pause-")), "large.bin")
    writeFileSync(large, randomBytes(33 * 1024 * 1024))
    const arrived = page.waitForResponse((answer) => /\/parts\/1\?/.test(answer.url()) && answer.ok(), {
      timeout: 60_000
    })
    await Promise.all([arrived, page.getByLabel("Files to upload").setInputFiles(large)])
    await line()
      .getByText(/Uploading large.bin/)
      .waitFor()
    await show()
    await dock().getByRole("button", { name: "Pause large.bin" }).click()
    await dock().getByRole("region", { name: "Paused: 1" }).getByText("large.bin").waitFor()
    await operation()
      .getByTestId("facts")
      .getByText(/Paused/)
      .waitFor()
    await expectAccessible(page)
    holding = false
    for (const release of held) release()
    await operation().getByRole("button", { name: "Resume", exact: true }).click()
    await expect.poll(() => keysOf(bucket), { timeout: 60_000 }).toEqual(["large.bin"])
    expect(sent.toSorted()).toEqual(["1", "2", "3"])
    await clear()
  }, 120_000)

  it("refused files stay first with their reasons, are retried, and count once", async () => {
    const { page } = window
    const bucket = await inBucket()
    let refusing = true
    await page.route("**/uploads?**", async (route: Route) => {
      if (refusing && /bad-/.test(route.request().url()))
        return route.fulfill({
          status: 502,
          contentType: "application/problem+json",
          body: JSON.stringify({
            code: "storage_error",
            title: "Refused",
            detail: "The gateway refused this key (AccessDenied)."
          })
        })
      return route.fallback()
    })
    await chooseFiles(text("bad-1.txt"), text("good-1.txt"), text("bad-2.txt"), text("good-2.txt"), text("bad-3.txt"))
    await line().getByText("2 files uploaded, 3 failed").waitFor()
    await show()
    const failed = dock().getByRole("region", { name: "Failed: 3" })
    await failed.getByText("The gateway refused this key (AccessDenied).").first().waitFor()
    expect(await dock().getByRole("heading", { level: 4 }).allInnerTexts()).toEqual(["Failed 3", "Done 2"])
    await dock().getByRole("status").filter({ hasText: "2 files uploaded, 3 failed" }).waitFor({ state: "attached" })
    await page.getByRole("link", { name: "All buckets" }).click()
    await page.getByRole("grid", { name: "Buckets to browse" }).waitFor()
    await failed.getByText("bad-2.txt").waitFor()
    refusing = false
    await failed.getByRole("button", { name: "Try bad-2.txt again" }).click()
    await line().getByText("3 files uploaded, 2 failed").waitFor()
    await operation().getByRole("button", { name: "Retry 2 failed" }).click()
    await line().getByText("5 files uploaded").waitFor()
    await operation()
      .getByTestId("facts")
      .getByText(/^5 of 5 files uploaded/)
      .waitFor()
    expect([...(await keysOf(bucket))].sort()).toEqual([
      "bad-1.txt",
      "bad-2.txt",
      "bad-3.txt",
      "good-1.txt",
      "good-2.txt"
    ])
    await clear()
  }, 90_000)

  it("one file is cancelled, then all: they leave the totals, and nothing is left at the gateway", async () => {
    const { page } = window
    const bucket = await inBucket()
    const held: Array<() => void> = []
    await page.route("**/uploads?**", async (route) => {
      await new Promise<void>((resolve) => held.push(resolve))
      return route.abort().catch(() => undefined)
    })
    await chooseFolder(folderOf(60, "many"))
    await line()
      .getByText(/Uploading 60 files/)
      .waitFor()
    await show()
    await operation()
      .getByRole("button", { name: /^Show the files/ })
      .click()
    await dock()
      .getByRole("region", { name: "Waiting: 55" })
      .getByRole("button", { name: "Cancel many/note-0010.txt" })
      .click()
    await dock().getByRole("region", { name: "Cancelled: 1" }).getByText("many/note-0010.txt").waitFor()
    await operation()
      .getByTestId("facts")
      .getByText(/^0 of 59 files uploaded/)
      .waitFor()
    await dock()
      .getByRole("region", { name: "Under way: 5" })
      .getByRole("button", { name: "Cancel many/note-0000.txt" })
      .click()
    await operation()
      .getByTestId("facts")
      .getByText(/^0 of 58 files uploaded/)
      .waitFor()
    await operation().getByRole("button", { name: "Cancel all" }).click()
    await line().getByText("60 files cancelled").waitFor()
    for (const release of held) release()
    expect(await keysOf(bucket, "many/")).toEqual([])
    await clear()
  }, 90_000)

  it("a reload says what it interrupted, after the browser has asked", async () => {
    const { page } = window
    await inBucket()
    await page.route("**/uploads?**", () => undefined)
    await chooseFolder(folderOf(12, "cut-off"))
    await line()
      .getByText(/Uploading 12 files/)
      .waitFor()
    let asked = ""
    page.once("dialog", (dialog) => {
      asked = dialog.type()
      void dialog.accept()
    })
    // browsers ask only after a user action on the page
    await show()
    await page.reload()
    expect(asked).toBe("beforeunload")
    await line().waitFor()
    await show()
    await dock()
      .getByText(/Interrupted.*0 of 12 files uploaded/)
      .waitFor()
    await expectAccessible(page)
    await clear()
    let again = false
    page.once("dialog", (dialog) => {
      again = true
      void dialog.accept()
    })
    await page.reload()
    await page.getByRole("grid").waitFor()
    await page.waitForTimeout(500)
    expect(again).toBe(false)
    expect(await dock().count()).toBe(0)
    page.removeAllListeners("dialog")
  }, 90_000)

  it("objects that may not be deleted stay selected and in the dock with the reason, and are tried again", async () => {
    const { page } = window
    const bucket = await inBucket()
    await chooseFiles(...["keep-1.txt", "keep-2.txt", "lose-1.txt", "lose-2.txt"].map((name) => text(name)))
    await page.getByRole("grid").getByText("lose-2.txt").waitFor()
    let refusing = true
    await page.route("**/objects?**", async (route) => {
      if (!refusing || route.request().method() !== "DELETE") return route.fallback()
      const { keys } = route.request().postDataJSON() as { keys: ReadonlyArray<string> }
      const answer = await route.fetch({
        postData: JSON.stringify({ keys: keys.filter((key) => key.startsWith("lose")) })
      })
      const { results } = (await answer.json()) as { results: ReadonlyArray<object> }
      const refused = keys
        .filter((key) => key.startsWith("keep"))
        .map((key) => ({ key, deleted: false, code: "AccessDenied", detail: "The object is locked until 2030." }))
      return route.fulfill({ response: answer, json: { results: [...results, ...refused] } })
    })
    await page.getByLabel("Select all loaded rows").check()
    await page.getByRole("button", { name: "Delete", exact: true }).click()
    await page.getByRole("dialog").getByText("This bucket keeps no versions").waitFor()
    await page.getByRole("dialog").getByRole("button", { name: "Delete 4 entries" }).click()
    await line().getByText("2 objects deleted, 2 failed").waitFor()
    await show()
    const failed = dock().getByRole("region", { name: "Failed: 2" })
    await failed.getByText("The object is locked until 2030.").nth(1).waitFor()
    await page.getByTestId("table-status").getByText("2 selected").waitFor()
    expect(await keysOf(bucket)).toEqual(["keep-1.txt", "keep-2.txt"])
    await expect.poll(() => page.locator(".toast").count()).toBe(0)
    expect(await failed.getByText("The object is locked until 2030.").count()).toBe(2)
    refusing = false
    await operation().getByRole("button", { name: "Retry 2 failed" }).click()
    await line().getByText("4 objects deleted").waitFor()
    await page.getByText("Nothing here yet").waitFor()
    expect(await keysOf(bucket)).toEqual([])
    await clear()
  }, 90_000)

  it("buckets that are not empty stay, with the reason; a single success is a toast and no dock", async () => {
    const { page } = window
    const full = await inBucket()
    await chooseFiles(text("inside.txt"))
    await page.getByRole("grid").getByText("inside.txt").waitFor()
    const empty = await inBucket()
    await page.goto(`${service.origin}/manager/buckets?q=dock-`)
    for (const name of [full, empty]) await page.getByRole("checkbox", { name: `Select ${name}`, exact: true }).check()
    await page.getByRole("button", { name: "Delete", exact: true }).click()
    await page
      .getByRole("dialog")
      .getByLabel(/to confirm/)
      .fill("delete")
    await page.getByRole("dialog").locator("button[type=submit]").click()
    await line().getByText("1 bucket deleted, 1 failed").waitFor()
    await show()
    await dock().getByRole("region", { name: "Failed: 1" }).getByText(full, { exact: true }).waitFor()
    await dock()
      .getByText(/not empty/i)
      .waitFor()
    await page.getByRole("grid").getByText(empty).waitFor({ state: "detached" })
    await page.getByTestId("table-status").getByText("1 selected").waitFor()
    await clear()
    const single = await inBucket()
    await page.goto(`${service.origin}/manager/buckets?open=${single}`)
    await page.route(`**/api/manager/buckets/${single}?*`, (route) =>
      route.request().method() === "DELETE" ? route.fulfill({ json: { name: single } }) : route.continue()
    )
    await page.getByTestId("panel").getByRole("button", { name: "Delete" }).click()
    await page
      .getByRole("dialog")
      .getByLabel(/to confirm/)
      .fill(single)
    await page.getByRole("dialog").locator("button[type=submit]").click()
    await page.locator(".toasts").getByText(`${single} is deleted`).waitFor()
    expect(await dock().count()).toBe(0)
  }, 90_000)

  it("is reached and left by keyboard, and covers neither focused rows nor the last ones, at 320 px too", async () => {
    const { page } = window
    await inBucket()
    await page.route("**/uploads?**", (route) =>
      /zz-bad/.test(route.request().url())
        ? route.fulfill({
            status: 502,
            contentType: "application/problem+json",
            body: JSON.stringify({ code: "storage_error", title: "Refused", detail: "Refused by the gateway." })
          })
        : route.fallback()
    )
    await chooseFiles(
      ...Array.from({ length: 40 }, (_, at) => text(`row-${String(at).padStart(2, "0")}.txt`)),
      text("zz-bad.txt")
    )
    await line().getByText("40 files uploaded, 1 failed").waitFor({ timeout: 30_000 })
    for (const [width, height] of [
      [1440, 900],
      [390, 780],
      [320, 640]
    ] as const) {
      await page.setViewportSize({ width, height })
      const grid = page.getByRole("grid")
      await grid.focus()
      await page.keyboard.press("Alt+o")
      await dock()
        .getByRole("button", { name: /^Operations|failed/ })
        .first()
        .waitFor()
      await dock().getByRole("button", { name: "Try zz-bad.txt again" }).waitFor()
      await expect
        .poll(() => page.evaluate(`document.activeElement.closest("section")?.getAttribute("aria-label")`))
        .toBe("Operations")
      await grid.focus()
      await page.keyboard.press("End")
      const last = grid.getByText("row-39.txt")
      await last.waitFor()
      const [row, box] = [await last.boundingBox(), await dock().boundingBox()]
      expect((row?.y ?? 0) + (row?.height ?? 0)).toBeLessThanOrEqual(box?.y ?? 0)
      expect(await page.evaluate("document.documentElement.scrollWidth")).toBeLessThanOrEqual(width)
      await expectAccessible(page)
      await page.keyboard.press("Alt+o")
      await expect
        .poll(() => page.evaluate(`document.activeElement.closest("section")?.getAttribute("aria-label")`))
        .toBe("Operations")
      await page.keyboard.press("Tab")
      await page.keyboard.press("Escape")
      await expect.poll(() => page.evaluate("document.activeElement.getAttribute('aria-expanded')")).toBe("false")
    }
    await page.setViewportSize({ width: 1440, height: 900 })
    await clear()
  }, 120_000)

  it("no page complained on its console", () => {
    expect(window.complaints.filter((said) => !/Failed to load resource/.test(said))).toEqual([])
  })
})
