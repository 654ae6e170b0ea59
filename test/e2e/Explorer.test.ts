import { Effect } from "effect"
import { randomBytes } from "node:crypto"
import { mkdtempSync, mkdirSync, readFileSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import * as path from "node:path"
import type { Locator } from "playwright-core"
import { expect, it } from "vitest"
import { unzipped } from "../gateway/objects/transferScene.ts"
import { chromiumLack } from "../support/Chromium.ts"
import { requirement } from "../support/Requirement.ts"
import type { ServiceProcess } from "../support/ServiceProcess.ts"
import { expectAccessible, isFocused, type Window } from "./console.ts"
import { explorerScene } from "./support/explorerScene.ts"
import { withConsole } from "./withConsole.ts"

const ZOO: ReadonlyArray<readonly [key: string, shown: string]> = [
  ["line\nbreak\r.txt", "line␊break␍.txt"],
  ["\u202egpj.exe", "⟨U+202E⟩gpj.exe"],
  ["100%zz&=?#+.txt", "100%zz&=?#+.txt"],
  ["ünïcødé 🦀.txt", "ünïcødé 🦀.txt"],
  ["<b>'\"`.txt", "<b>'\"`.txt"],
  ["..", ".."],
  ["k".repeat(1024), "k".repeat(1024)]
]

requirement("Chromium", chromiumLack())("the explorer", () => {
  let service: ServiceProcess
  let window: Window
  withConsole("explorer", (opened) => ({ service, window } = opened), {
    tidy: async ({ page }) => {
      await page.unrouteAll()
      await page.setViewportSize({ width: 1440, height: 900 })
    }
  })

  const { bucketWith, grid, objectsOf, open, panel, put, row, search, told } = explorerScene(() => ({
    service,
    window
  }))
  const chooseFiles = (files: Readonly<Record<string, string>>) =>
    window.page
      .getByLabel("Files to upload")
      .setInputFiles(
        Object.entries(files).map(([name, content]) => ({ name, mimeType: "text/plain", buffer: Buffer.from(content) }))
      )

  it("a click on a file shows what is known of it and downloads nothing; Back closes it; a link opens it", async () => {
    const { page } = window
    const bucket = await bucketWith({ "docs/report.txt": "twelve bytes" })
    await open(bucket, "docs/")
    let downloads = 0
    page.on("download", () => downloads++)
    await row("report.txt").click()
    await panel().getByRole("heading", { name: "report.txt" }).waitFor()
    for (const fact of ["12 B", "text/plain", "STANDARD", "docs/report.txt", `s3://${bucket}/docs/report.txt`])
      await panel().getByText(fact, { exact: true }).waitFor()
    await panel().getByText(/UTC$/).waitFor()
    await panel()
      .getByText(/^"?[0-9a-f]{32}"?$/)
      .waitFor()
    await panel().getByRole("button", { name: "Copy key" }).waitFor()
    await panel().getByRole("button", { name: "Copy S3 URI" }).waitFor()
    await expectAccessible(page)
    const link = page.url()
    expect(search().get("open")).toBe("docs/report.txt")
    await page.waitForTimeout(500)
    expect(downloads).toBe(0)
    await page.goBack()
    await panel().waitFor({ state: "detached" })
    expect(search().get("prefix")).toBe("docs/")
    await page.goto(link)
    await panel().getByText("text/plain").waitFor()
    const [download] = await Promise.all([
      page.waitForEvent("download"),
      panel().getByRole("button", { name: "Download" }).click()
    ])
    expect(readFileSync(await download.path(), "utf8")).toBe("twelve bytes")
    await page.goto(`${service.origin}/browser?${new URLSearchParams({ bucket, open: "not/there" })}`)
    await panel().getByText("There is no such object").waitFor()
    page.removeAllListeners("download")
  }, 60_000)

  it("an object is looked into, whatever it says of itself, and nothing in it runs", async () => {
    const { page } = window
    const hostile = `<!doctype html><script>document.title = "taken"</script>`
    const drawn =
      `<svg xmlns="http://www.w3.org/2000/svg" width="10" height="10" ` +
      `onload="document.title='taken'"><script>document.title = "taken"</script><rect width="10" ` +
      `height="10"/></svg>`
    const bucket = await bucketWith({
      "page.html": hostile,
      "drawing.svg": drawn,
      "people.csv": `name;born\n"Lovelace; Ada";1815\n`,
      "told.json": `{"a":[1,2]}`
    })
    await open(bucket)
    const look = async (name: string) => {
      await row(name).click()
      await panel().getByRole("heading", { name }).waitFor()
      await panel().getByRole("tab", { name: "Preview" }).click()
    }
    await look("page.html")
    await panel().getByTestId("text").getByText(hostile).waitFor()
    await look("drawing.svg")
    await expect
      .poll(() => page.evaluate(`document.querySelector("img[alt='Preview of drawing.svg']")?.naturalWidth ?? 0`))
      .toBeGreaterThan(0)
    await look("people.csv")
    await panel().getByRole("cell", { name: "Lovelace; Ada" }).waitFor()
    await panel().getByRole("columnheader", { name: "born" }).waitFor()
    await look("told.json")
    await expect.poll(() => panel().getByTestId("text").textContent()).toBe(JSON.stringify({ a: [1, 2] }, null, 2))
    expect(await page.title()).not.toContain("taken")
    await expectAccessible(page)
  }, 90_000)

  it("what an object says is changed name by name, and an earlier version is compared and brought back", async () => {
    const { page } = window
    const bucket = await bucketWith({})
    const feature = `/manager/buckets/${bucket}/features/versioning`
    const { version } = await told<{ version: string }>("GET", feature)
    await told("PUT", feature, { value: { status: "enabled" }, version })
    for (const content of ["one\ntwo\n", "one\nthree\n"]) {
      const base = `/browser/buckets/${bucket}/uploads`
      const { id } = await told<{ id: string }>("POST", base, {
        key: "notes.txt",
        size_bytes: content.length,
        content_type: "text/plain"
      })
      await told("PUT", `${base}/${id}/parts/1`, content)
      await told("POST", `${base}/${id}/complete`)
    }
    await open(bucket)
    await row("notes.txt").click()
    const dialog = page.getByRole("dialog")
    const saved = async (button: string, fill: () => Promise<unknown>) => {
      await panel().getByRole("button", { name: button }).click()
      await dialog.getByRole("heading").waitFor()
      await fill()
      await dialog.getByRole("button", { name: "Save changes" }).click()
      await dialog.waitFor({ state: "hidden" })
    }
    await saved("Edit headers and metadata", async () => {
      await dialog.getByLabel("Metadata").fill("author: ada\nreviewed-by: bob")
      await dialog.getByLabel("Cache control").fill("no-cache")
    })
    await panel().getByText("reviewed-by", { exact: true }).waitFor()
    await saved("Edit tags", () => dialog.getByLabel("Tags").fill("team=a b\nk=ü"))
    await panel().getByText("a b", { exact: true }).waitFor()
    await saved("Edit access", () => dialog.getByLabel("Who may use it").selectOption("public-read"))
    await panel().getByText("Public: everybody may read it").waitFor()
    const facts = await told<any>("GET", `/browser/buckets/${bucket}/objects/details?key=notes.txt`)
    expect([facts.metadata, facts.headers.cache_control, facts.headers.content_type]).toEqual([
      { author: "ada", "reviewed-by": "bob" },
      "no-cache",
      "text/plain"
    ])
    await expectAccessible(page)

    await panel().getByRole("tab", { name: "Versions" }).click()
    const versions = panel().getByTestId("version")
    await expect.poll(() => versions.count()).toBe(3)
    await versions
      .last()
      .getByRole("button", { name: /^Compare/ })
      .click()
    await dialog.getByText("Removed: two").waitFor()
    await dialog.getByText("Added: three").waitFor()
    await page.keyboard.press("Escape")
    await dialog.waitFor({ state: "hidden" })
    await versions
      .last()
      .getByRole("button", { name: /^Restore/ })
      .click()
    await expect.poll(() => versions.count()).toBe(4)
    expect(await objectsOf(bucket)).toEqual({ "notes.txt": "one\ntwo\n" })
    await expectAccessible(page)
  }, 120_000)

  it("folders are places: each is an entry of the history, and the path says where one is at every width", async () => {
    const { page } = window
    const deep = Array.from({ length: 8 }, (_, at) => `level-${at + 1}/`)
    const bucket = await bucketWith({ [`${deep.join("")}file.txt`]: "x" })
    await open(bucket)
    for (const folder of deep) await row(folder).click()
    await row("file.txt").waitFor()
    const path = page.getByRole("navigation", { name: "Path" })
    for (const width of [1440, 768, 390, 320]) {
      await page.setViewportSize({ width, height: 800 })
      const here = path.getByRole("heading", { name: "level-8" })
      await here.waitFor()
      const box = await here.boundingBox()
      expect((box?.x ?? 0) >= 0 && (box?.x ?? 0) + Math.min(box?.width ?? 0, 40) <= width).toBe(true)
      expect(await page.evaluate("document.documentElement.scrollWidth")).toBeLessThanOrEqual(width)
      await expectAccessible(page)
    }
    await path.getByRole("button", { name: "Folders above" }).click()
    await page.getByRole("link", { name: "level-2", exact: true }).click()
    await row("level-3/").waitFor()
    await page.goBack()
    await row("file.txt").waitFor()
    for (let level = 7; level >= 1; level--) {
      await page.goBack()
      await row(`level-${level + 1}/`).waitFor()
      expect(search().get("prefix")).toBe(deep.slice(0, level).join(""))
    }
    await page.goBack()
    await row("level-1/").waitFor()
    expect(search().get("prefix")).toBeNull()
    await page.setViewportSize({ width: 1440, height: 900 })
    expect(await grid().getByRole("link", { name: "level-1/" }).getAttribute("href")).toContain("prefix=level-1%2F")
  }, 120_000)

  it("a key that is taken is asked about: skip, keep both, replace, and the same for the rest", async () => {
    const { page } = window
    const bucket = await bucketWith({ "a.txt": "old a", "b.txt": "old b", "c.txt": "old c", "b (1).txt": "old b one" })
    await open(bucket)
    const dialog = page.getByRole("dialog")
    await chooseFiles({ "a.txt": "new a", "b.txt": "new b", "c.txt": "new c", "d.txt": "new d" })
    await dialog.getByText("1 of 3 that are already there").waitFor()
    await dialog.getByText("a.txt", { exact: true }).waitFor()
    await expectAccessible(page)
    await page.keyboard.press("Escape")
    await dialog.waitFor({ state: "hidden" })
    await page.waitForTimeout(800)
    expect(Object.keys(await objectsOf(bucket))).not.toContain("d.txt")
    await chooseFiles({ "a.txt": "new a", "b.txt": "new b", "c.txt": "new c", "d.txt": "new d" })
    await dialog.getByRole("button", { name: "Skip" }).click()
    await dialog.getByText("2 of 3 that are already there").waitFor()
    await dialog.getByRole("button", { name: "Keep both" }).click()
    await dialog.getByText("3 of 3 that are already there").waitFor()
    await dialog.getByRole("button", { name: "Replace" }).click()
    await row("d.txt").waitFor()
    await row("b (2).txt").waitFor()
    await expect
      .poll(() => objectsOf(bucket), { timeout: 20_000 })
      .toEqual({
        "a.txt": "old a",
        "b.txt": "old b",
        "b (1).txt": "old b one",
        "b (2).txt": "new b",
        "c.txt": "new c",
        "d.txt": "new d"
      })
    await chooseFiles({ "a.txt": "newer a", "b.txt": "newer b", "c.txt": "newer c" })
    await dialog.getByLabel("Do the same with the other 2").check()
    await dialog.getByRole("button", { name: "Replace" }).click()
    await expect
      .poll(() => objectsOf(bucket), { timeout: 20_000 })
      .toMatchObject({ "a.txt": "newer a", "b.txt": "newer b", "c.txt": "newer c" })
  }, 90_000)

  it("a folder is chosen whole, and files that are dropped arrive where they were dropped", async () => {
    const { page } = window
    const bucket = await bucketWith({ "inbox/first.txt": "1" })
    await open(bucket, "inbox/")
    const folder = path.join(mkdtempSync(path.join(tmpdir(), "stowage-folder-")), "album")
    mkdirSync(path.join(folder, "inner"), { recursive: true })
    writeFileSync(path.join(folder, "one.txt"), "one")
    writeFileSync(path.join(folder, "inner", "two.txt"), "two")
    await page.getByRole("button", { name: "Upload folder" }).waitFor()
    await page.locator("input[webkitdirectory]").setInputFiles(folder)
    await row("album/").click()
    await row("inner/").click()
    await row("two.txt").waitFor()
    await page.evaluate(`(() => {
      const data = new DataTransfer()
      data.items.add(new File(["dropped"], "dropped.txt", { type: "text/plain" }))
      const target = document.querySelector("[data-testid=explorer]")
      for (const type of ["dragenter", "dragover", "drop"]) target.dispatchEvent(new DragEvent(type, { bubbles: true, cancelable: true, dataTransfer: data }))
    })()`)
    await row("dropped.txt").waitFor()
    expect(search().get("prefix")).toBe("inbox/album/inner/")
  }, 60_000)

  it("files that are pasted arrive in the folder that is shown; pasted text does not", async () => {
    const { page } = window
    const bucket = await bucketWith({ "inbox/there.txt": "x" })
    await open(bucket, "inbox/")
    await row("there.txt").waitFor()
    await page.evaluate(`(() => {
      const paste = (fill) => { const clipboardData = new DataTransfer(); fill(clipboardData); document.dispatchEvent(new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true })) }
      paste((data) => data.setData("text/plain", "words"))
      paste((data) => data.items.add(new File(["pixels"], "image.png", { type: "image/png" })))
    })()`)
    await row("image.png").waitFor()
    expect(await grid().getByText("words").count()).toBe(0)
  }, 60_000)

  it("a folder that is dragged from the desktop arrives whole, however many files it has", async () => {
    const { devtools, page } = window
    const bucket = await bucketWith({ "inbox/first.txt": "1" })
    await open(bucket, "inbox/")
    const folder = path.join(mkdtempSync(path.join(tmpdir(), "stowage-drop-")), "album")
    mkdirSync(path.join(folder, "inner", "innermost"), { recursive: true })
    for (let number = 0; number < 130; number++)
      writeFileSync(path.join(folder, `one-${String(number).padStart(3, "0")}.txt`), `one ${number}`)
    writeFileSync(path.join(folder, "inner", "innermost", "two.txt"), "two")
    writeFileSync(path.join(folder, "..", "beside.txt"), "beside")
    const box = await page.getByTestId("explorer").boundingBox()
    const at = { x: (box?.x ?? 0) + 200, y: (box?.y ?? 0) + 300 }
    const data = { items: [], files: [folder, path.join(folder, "..", "beside.txt")], dragOperationsMask: 1 }
    for (const type of ["dragEnter", "dragOver"] as const)
      await devtools.send("Input.dispatchDragEvent", { type, ...at, data })
    await page.getByText(`Drop to upload into ${bucket}/inbox/`).waitFor()
    await devtools.send("Input.dispatchDragEvent", { type: "drop", ...at, data })
    await page.getByTestId("operations-line").getByText("132 files uploaded").waitFor({ timeout: 60_000 })
    await row("beside.txt").waitFor()
    expect(await page.getByText(/^Drop to upload/).count()).toBe(0)
    await row("album/").click()
    await row("one-000.txt").waitFor()
    const keys = await page.evaluate<ReadonlyArray<string>>(`(async (bucket) => {
      const [context] = await (await fetch("/api/me/execution-contexts?workspace=manager")).json()
      const list = async (prefix) => (await (await fetch("/api/browser/buckets/" + bucket + "/objects?" + new URLSearchParams({ context_id: context.id, prefix, max_keys: 1000 }))).json()).objects.map(({ key }) => key)
      return [...await list("inbox/album/"), ...await list("inbox/album/inner/innermost/")]
    })(${JSON.stringify(bucket)})`)
    expect(keys).toEqual([
      ...Array.from({ length: 130 }, (_, number) => `inbox/album/one-${String(number).padStart(3, "0")}.txt`),
      "inbox/album/inner/innermost/two.txt"
    ])
  }, 120_000)

  it("one object is downloaded as it is, a selection with folders as one ZIP", async () => {
    const { page } = window
    await open(await bucketWith({ "in/folder/file.txt": "x", "in/ü 🦊.txt": "fox" }), "in/")
    await page.getByLabel("Select ü 🦊.txt", { exact: true }).check()
    const [one] = await Promise.all([
      page.waitForEvent("download"),
      page.getByRole("button", { name: "Download", exact: true }).click()
    ])
    expect(readFileSync(await one.path(), "utf8")).toBe("fox")
    await page.getByLabel("Select folder/", { exact: true }).check()
    const [all] = await Promise.all([
      page.waitForEvent("download"),
      page.getByRole("button", { name: "Download as ZIP" }).click()
    ])
    expect(all.suggestedFilename()).toBe("in.zip")
    expect(await Effect.runPromise(unzipped(readFileSync(await all.path())))).toEqual(
      new Map([
        ["folder/file.txt", "x"],
        ["ü 🦊.txt", "fox"]
      ])
    )
    await expectAccessible(page)
  }, 90_000)

  it("a link is made for whoever gets it, says how long it lives, and is fetched without any session", async () => {
    const { page } = window
    await open(await bucketWith({ "it's $(here) & there.txt": "shared" }))
    await row("it's $(here) & there.txt").click()
    await panel().getByText("Presigned link", { exact: true }).click()
    await panel().getByLabel("Valid for").selectOption({ label: "7 days" })
    await panel().getByRole("button", { name: "Make link" }).click()
    const link = (await panel().getByTestId("shared-link").textContent()) ?? ""
    expect(new URL(link).searchParams.get("X-Amz-Expires")).toBe("604800")
    expect(await (await fetch(link)).text()).toBe("shared")
    await panel().getByText("rclone", { exact: true }).waitFor()
    await expectAccessible(page)
  }, 90_000)

  it("files chosen before the scripts of the page have arrived are stored", async () => {
    const { page } = window
    const bucket = await bucketWith({})
    await page.goto(`${service.origin}/manager/buckets?open=${bucket}`)
    await panel().getByRole("link", { name: "Objects", exact: true }).waitFor()
    await page.evaluate(`new MutationObserver((_, mutations) => {
      const input = document.querySelector("input[aria-label='Files to upload']")
      if (input === null) return
      mutations.disconnect()
      const chosen = new DataTransfer()
      chosen.items.add(new File(["early"], "early.txt", { type: "text/plain" }))
      input.files = chosen.files
      input.dispatchEvent(new Event("change", { bubbles: true }))
    }).observe(document.body, { childList: true, subtree: true })`)
    await panel().getByRole("link", { name: "Objects", exact: true }).click()
    await row("early.txt").waitFor()
  })

  it("an upload that ended with its page continues with the same file, sending nothing twice", async () => {
    const { page } = window
    const bucket = await bucketWith({})
    const file = path.join(mkdtempSync(path.join(tmpdir(), "upload-")), "large.bin")
    const bytes = randomBytes(33 * 1024 * 1024)
    writeFileSync(file, bytes)
    await open(bucket)
    const arrived = page.waitForResponse(
      (answer) => /\/parts\/1\?/.test(answer.url()) && answer.request().method() === "PUT" && answer.ok(),
      { timeout: 60_000 }
    )
    await page.route(/\/parts\/[23]\?/, () => undefined)
    await page.getByLabel("Files to upload").setInputFiles(file)
    await arrived
    page.once("dialog", (dialog) => void dialog.accept())
    await page.reload()
    await page.unrouteAll()
    await page.getByTestId("left-uploads").getByText("1 upload into this bucket was left unfinished").waitFor()
    await page.getByTestId("left-uploads").locator("summary").click()
    await page.getByTestId("left-uploads").getByText("large.bin", { exact: true }).waitFor()
    await expectAccessible(page)
    const sent: Array<string> = []
    page.on("request", (request) => {
      if (request.method() === "PUT") sent.push(/\/parts\/(\d+)/.exec(request.url())?.[1] ?? "")
    })
    await page.getByLabel("Files to upload").setInputFiles(file)
    await row("large.bin").waitFor({ timeout: 60_000 })
    await page.getByTestId("left-uploads").waitFor({ state: "detached" })
    page.removeAllListeners("request")
    expect(sent.sort()).toEqual(["2", "3"])
    await row("large.bin").click()
    const [download] = await Promise.all([
      page.waitForEvent("download"),
      panel().getByRole("button", { name: "Download", exact: true }).click()
    ])
    expect(readFileSync(await download.path()).equals(bytes)).toBe(true)
  }, 120_000)

  it("keys of every kind are listed, opened and deleted; the longest stays within its dialog", async () => {
    const { page } = window
    const bucket = await bucketWith(Object.fromEntries(ZOO.map(([key]) => [key, "x"])))
    await open(bucket)
    for (const [, shown] of ZOO) await row(shown).waitFor()
    for (const [key, shown] of ZOO) {
      await page.mouse.move(0, 0)
      await page.locator("#tooltip").waitFor({ state: "hidden" })
      await row(shown).click()
      await panel().getByText(`s3://${bucket}/${shown}`, { exact: true }).waitFor()
      await panel().getByText("text/plain").waitFor()
      expect(search().get("open")).toBe(key)
    }
    for (const width of [1440, 320]) {
      await page.setViewportSize({ width, height: 700 })
      await panel()
        .getByRole("button", { name: /^Delete/ })
        .click()
      const dialog = page.getByRole("dialog")
      const longest = dialog.getByRole("list", { name: "What is deleted" }).getByText("k".repeat(1024), { exact: true })
      await longest.waitFor()
      expect(
        await dialog.evaluate(
          (element) =>
            (element as unknown as { scrollWidth: number; clientWidth: number }).scrollWidth -
            (element as unknown as { clientWidth: number }).clientWidth
        )
      ).toBe(0)
      const named = await longest.boundingBox()
      expect((named?.x ?? width) + (named?.width ?? 0)).toBeLessThanOrEqual(width)
      const button = await dialog.getByRole("button", { name: "Delete object" }).boundingBox()
      expect((button?.x ?? width) + (button?.width ?? 0)).toBeLessThanOrEqual(width)
      expect((button?.y ?? 700) + (button?.height ?? 0)).toBeLessThanOrEqual(700)
      await expectAccessible(page)
      await page.keyboard.press("Escape")
      await dialog.waitFor({ state: "hidden" })
    }
    await page.setViewportSize({ width: 1440, height: 900 })
    await panel().getByRole("button", { name: "Close details" }).click()
    await page.getByLabel("Select all loaded rows").check()
    await page.getByRole("button", { name: "Delete", exact: true }).click()
    await page
      .getByRole("dialog")
      .getByRole("button", { name: /^Delete \d+ entries$/ })
      .click()
    await page.getByText("Nothing here yet").waitFor()
    expect(await objectsOf(bucket)).toEqual({})
  }, 120_000)

  it("what could not be read is no empty folder: no count, the endpoint by its name, and another try", async () => {
    const { page } = window
    const bucket = await bucketWith({ "there.txt": "x" })
    let away = true
    await page.route("**/objects?**", (route) =>
      away
        ? route.fulfill({
            status: 503,
            contentType: "application/problem+json",
            body: JSON.stringify({
              code: "unavailable",
              title: "Unavailable",
              detail: "The storage gateway cannot be reached (ECONNREFUSED)"
            })
          })
        : route.fallback()
    )
    await page.goto(`${service.origin}/browser?bucket=${bucket}`)
    await page.getByText("The entries could not be loaded").waitFor()
    await page
      .getByText(/Storage endpoint Sandbox cannot be reached\. What is in this bucket was not checked/)
      .waitFor()
    expect(await page.getByTestId("table-status").innerText()).not.toMatch(/\d/)
    expect(await page.getByText("Nothing here yet").isVisible()).toBe(false)
    await expectAccessible(page)
    away = false
    await page.getByRole("button", { name: "Try again" }).click()
    await row("there.txt").waitFor()
    away = true
    await page.getByRole("button", { name: "Refresh" }).click()
    await page.getByText(/were read before that, and were not checked since/).waitFor()
    await row("there.txt").waitFor()
  }, 60_000)

  it("says in one part when a folder was read; a refresh reads it again", async () => {
    const { page } = window
    const bucket = await bucketWith({ "a.txt": "a" })
    await open(bucket)
    const line = page.locator("[data-freshness]")
    await line.getByText(/^Read (just now|\d+ seconds ago)/).waitFor()
    expect(await line.count()).toBe(1)
    const before = await line.locator("time").getAttribute("datetime")
    await page.getByRole("button", { name: "Refresh" }).click()
    await expect.poll(() => line.locator("time").getAttribute("datetime")).not.toBe(before)
    await page.goto(`${service.origin}/manager/buckets/${bucket}/objects`)
    await line.getByText(/^Read /).waitFor()
    expect(await line.count()).toBe(1)
  }, 60_000)

  it("a path is pasted, and a key deep in its folder is where the listing begins", async () => {
    const { page } = window
    const bucket = await bucketWith(Object.fromEntries(["a.txt", "b.txt", "m/1.txt", "z.txt"].map((key) => [key, "x"])))
    await open(bucket)
    await page.getByRole("button", { name: "Type a path" }).click()
    const input = page.getByLabel("Path: s3://bucket/key")
    await input.fill("s3://?/x")
    await input.press("Enter")
    await page.getByText("That names no bucket").waitFor()
    await expectAccessible(page)
    await input.fill(`s3://${bucket}/b.txt`)
    await input.press("Enter")
    await page.getByText("what comes before it in this folder is not shown").waitFor()
    await row("b.txt").waitFor()
    await row("a.txt").waitFor({ state: "detached" })
    expect(search().get("from")).toBe("b.txt")
    await page.getByRole("button", { name: "Show from the start" }).click()
    await row("a.txt").waitFor()
  }, 60_000)

  it("a search below the folder lists matches, their places, and how much was searched", async () => {
    const { page } = window
    const bucket = await bucketWith(
      Object.fromEntries(
        ["docs/Report.txt", "docs/old/report 1.txt", "docs/other.md", "report.txt"].map((key) => [key, "x"])
      )
    )
    await page.goto(`${service.origin}/browser?${new URLSearchParams({ bucket, prefix: "docs/", view: "search" })}`)
    await page.getByLabel("Name to search for").fill("report")
    await page.getByRole("button", { name: "Search", exact: true }).last().click()
    const status = page.getByTestId("search-status")
    await status.getByText("Everything was looked at: 2 entries found, 3 objects looked at.").waitFor()
    await row("Report.txt").waitFor()
    await row("old/report 1.txt").waitFor()
    expect(search().get("find")).toBe("report")
    await expectAccessible(page)
    await page.getByLabel("Match case").check()
    await page.getByLabel("At least").fill("lots")
    await page.getByLabel("Name to search for").press("Enter")
    await page.getByText("Write a size as").waitFor()
    await page.getByLabel("At least").fill("")
    await page.getByLabel("Name to search for").press("Enter")
    await status.getByText("1 entry found, 3 objects looked at").waitFor()
    await row("old/report 1.txt").click()
    await panel().getByRole("heading", { name: "report 1.txt" }).waitFor()
    expect(search().get("prefix")).toBe("docs/old/")
  }, 90_000)

  it("versions of a folder show what is current, earlier and deleted; only what was deleted, on demand", async () => {
    const { page } = window
    await page.goto(`${service.origin}/browser?${new URLSearchParams({ bucket: "sample-versions" })}`)
    await page
      .getByRole("navigation", { name: "What is shown of the bucket" })
      .getByRole("link", { name: "Versions" })
      .click()
    const versions = page.getByRole("grid", { name: "Versions in sample-versions" })
    await versions.getByText("Current", { exact: true }).first().waitFor()
    await versions.getByText("Earlier", { exact: true }).first().waitFor()
    await expectAccessible(page)
    await versions.getByText("Earlier", { exact: true }).first().click()
    await panel().getByRole("button", { name: "Copy version ID" }).waitFor()
    await expectAccessible(page)
    await panel().getByRole("button", { name: "Close details" }).click()
    await panel().waitFor({ state: "detached" })
    await page.getByLabel("Deleted only").check()
    await versions.getByText("Current", { exact: true }).first().waitFor({ state: "detached" })
  }, 60_000)

  it("a deleted object is restored from the versions view and from its panel; the table follows", async () => {
    const { page } = window
    const bucket = await bucketWith(
      { "first.txt": "one", "second.txt": "two", "stays.txt": "three" },
      { object_lock: true }
    )
    const removed = async (key: string) =>
      told("DELETE", `/browser/buckets/${bucket}/objects`, { keys: [key], versions: [] })
    for (const key of ["first.txt", "second.txt"]) await removed(key)
    await page.goto(`${service.origin}/browser?${new URLSearchParams({ bucket, view: "versions", deleted: "true" })}`)
    await row("first.txt").click()
    const all = panel().getByRole("region", { name: "All versions of this key" })
    await all.getByText("Deleted", { exact: true }).waitFor()
    await expectAccessible(page)
    await all.getByRole("button", { name: /^Undelete/ }).click()
    await row("first.txt").waitFor({ state: "detached" })
    await all.getByText("Current", { exact: true }).waitFor()
    await row("second.txt").waitFor()

    await page.goto(`${service.origin}/browser?${new URLSearchParams({ bucket, open: "second.txt" })}`)
    await row("first.txt").waitFor()
    expect(await row("second.txt").count()).toBe(0)
    await panel().getByText("There is no such object").waitFor()
    await expectAccessible(page)
    expect(
      await panel()
        .getByRole("button", { name: /^(Share|Download$|Make link|Delete second)/ })
        .count()
    ).toBe(0)
    await panel().getByTestId("version").nth(1).waitFor()
    expect(
      await panel()
        .getByRole("button", { name: /^Compare/ })
        .count()
    ).toBe(0)
    await panel()
      .getByRole("button", { name: /^Undelete/ })
      .click()
    await row("second.txt").waitFor()
  }, 90_000)

  it("what is done to a folder waits until it is known as whom, in the view of versions too", async () => {
    const { page } = window
    const bucket = await bucketWith({ "docs/report.txt": "one" }, { object_lock: true })
    let release = () => undefined as void
    const held = new Promise<void>((resolve) => {
      release = resolve
    })
    await page.route("**/api/me/execution-contexts?**", async (route) => {
      await held
      await route.continue()
    })
    for (const view of ["", "versions"]) {
      await page.goto(`${service.origin}/browser?${new URLSearchParams({ bucket, ...(view === "" ? {} : { view }) })}`)
      const more = page.getByRole("button", { name: "More to do with this folder" })
      await more.waitFor()
      if (view === "") expect(await more.isDisabled()).toBe(true)
    }
    expect(await page.getByRole("button", { name: "More to do with this folder" }).isDisabled()).toBe(true)
    await page.goto(
      `${service.origin}/browser?${new URLSearchParams({ bucket, view: "uploads", open: JSON.stringify(["film.mov", "1"]) })}`
    )
    await page.getByRole("grid").waitFor()
    expect(await panel().count()).toBe(0)
    await page.goto(`${service.origin}/browser?${new URLSearchParams({ bucket, open: "docs/report.txt" })}`)
    for (const name of ["New folder", "Upload with options", "Upload files", "Upload folder"])
      expect(await page.getByRole("button", { name, exact: true }).isDisabled(), name).toBe(true)
    expect(await panel().count()).toBe(0)
    release()
    await page.getByRole("button", { name: "More to do with this folder" }).click()
    await page.getByRole("button", { name: /^Ask for files/ }).click()
    await page.getByRole("dialog").getByRole("button", { name: "Make link" }).click()
    await page.getByRole("dialog").getByRole("button", { name: "Copy link" }).waitFor()
    await page.keyboard.press("Escape")
    await page.getByRole("dialog").waitFor({ state: "hidden" })
    await panel().getByRole("button", { name: "Close details" }).click()
    await page.goto(`${service.origin}/browser?${new URLSearchParams({ bucket, view: "versions" })}`)
    await page.getByRole("button", { name: "More to do with this folder" }).click()
    await page.getByRole("button", { name: /^Clean old versions/ }).click()
    const dialog = page.getByRole("dialog")
    await dialog.getByRole("button", { name: "Preview" }).click()
    await dialog.getByText("Nothing is that old: nothing would go.").waitFor()
    await page.keyboard.press("Escape")
    await dialog.waitFor({ state: "hidden" })
  }, 60_000)

  it("on a phone a row is its name and one line, and a folder its name alone", async () => {
    const { page } = window
    const bucket = await bucketWith({ "docs/report.txt": "one", "notes.txt": "twelve bytes" })
    await page.setViewportSize({ width: 360, height: 740 })
    await open(bucket)
    const box = async (name: string) => {
      const found = await row(name).boundingBox()
      return { top: found?.y ?? 0, bottom: (found?.y ?? 0) + (found?.height ?? 0) }
    }
    const size = await grid().getByText("12 B", { exact: true }).boundingBox()
    expect(size?.y).toBeGreaterThanOrEqual((await box("notes.txt")).bottom - 4)
    expect(
      await grid()
        .getByText("STANDARD", { exact: true })
        .boundingBox()
        .then((found) => Math.abs((found?.y ?? 0) - (size?.y ?? 0)))
    ).toBeLessThan(8)
    expect(await grid().getByText("—", { exact: true }).filter({ visible: true }).count()).toBe(0)
    expect((await box("notes.txt")).top - (await box("docs/")).top).toBeLessThan(80)
    await expectAccessible(page)
  }, 60_000)

  it("unfinished uploads are listed, and only the confirmed one is aborted", async () => {
    const { page } = window
    const bucket = await bucketWith({ "there.txt": "x" })
    await page.evaluate(`(async (bucket) => {
      const { csrf_token } = await (await fetch("/api/auth/session")).json()
      const [context] = await (await fetch("/api/me/execution-contexts?workspace=manager")).json()
      for (const key of ["film.mov", "other.mov"]) await fetch("/api/browser/buckets/" + bucket + "/uploads?context_id=" + context.id, { method: "POST", headers: { "content-type": "application/json", "x-csrf-token": csrf_token }, body: JSON.stringify({ key, size_bytes: 50000000 }) })
    })(${JSON.stringify(bucket)})`)
    await page.goto(`${service.origin}/browser?${new URLSearchParams({ bucket, view: "uploads" })}`)
    const dialog = page.getByRole("dialog")
    const ask = async (key: string) => {
      await row(key).click()
      await panel().getByRole("heading", { name: key }).waitFor()
      await panel().getByRole("button", { name: "Abort upload" }).click()
      await dialog.getByText("are thrown away").waitFor()
    }
    await ask("other.mov")
    await dialog.getByRole("button", { name: "Cancel" }).click()
    await dialog.waitFor({ state: "hidden" })
    await ask("film.mov")
    await dialog.getByText("film.mov").first().waitFor()
    await expectAccessible(page)
    await dialog.getByRole("button", { name: "Abort upload" }).click()
    await dialog.waitFor({ state: "hidden" })
    await row("film.mov").waitFor({ state: "detached" })
    await row("other.mov").waitFor()
  }, 60_000)

  it("within the Manager it is the same explorer, and every request of its data says so", async () => {
    const { page } = window
    const bucket = await bucketWith({ "in/there.txt": "x" })
    const said: Array<string | undefined> = []
    page.on("request", (request) => {
      if (request.url().includes("/api/browser/") && request.resourceType() === "fetch")
        said.push(request.headers()["x-s3-workspace"])
    })
    await page.goto(`${service.origin}/manager/browser?${new URLSearchParams({ bucket })}`)
    await row("in/").click()
    await row("there.txt").waitFor()
    expect(new URL(page.url()).pathname).toMatch(/^\/manager\/browser\/?$/)
    expect(
      await page
        .getByRole("navigation", { name: "Path" })
        .getByRole("link", { name: "All buckets" })
        .getAttribute("href")
    ).toMatch(/^\/manager\/browser\?/)
    expect([...new Set(said)]).toEqual(["manager-browser"])
    page.removeAllListeners("request")
  }, 60_000)

  it("entries and folders are renamed, copied, moved and deleted by menu and by selection", async () => {
    const { page } = window
    const bucket = await bucketWith(
      Object.fromEntries(["notes.txt", "plan.txt", "raw/1.txt", "raw/2.txt"].map((key) => [key, key]))
    )
    await open(bucket)
    const choose = async (name: string, action: string) => {
      await row(name).click({ button: "right" })
      await page
        .getByRole("group", { name: `Actions on ${name}` })
        .getByRole("button", { name: action })
        .click()
    }
    const dialog = page.getByRole("dialog")
    await choose("notes.txt", "Rename …")
    await dialog.getByLabel("New name").fill("plan.txt")
    await expectAccessible(page)
    await dialog.getByRole("button", { name: "Rename object" }).click()
    await dialog.getByText("plan.txt exists").waitFor()
    await dialog.getByLabel("New name").fill("read me.txt")
    await dialog.getByRole("button", { name: "Rename object" }).click()
    await dialog.waitFor({ state: "hidden" })
    await row("read me.txt").waitFor()
    await row("notes.txt").waitFor({ state: "detached" })

    await choose("raw/", "Move to …")
    await dialog.getByLabel("Folder").fill("archive/2026")
    await expectAccessible(page)
    await dialog.getByRole("button", { name: "Move raw" }).click()
    await dialog.waitFor({ state: "hidden" })
    await row("archive/").waitFor()
    await row("raw/").waitFor({ state: "detached" })
    await choose("archive/", "Copy to …")
    await dialog.getByLabel("Folder").fill("archive/2026/")
    await dialog.getByRole("button", { name: "Copy archive" }).click()
    await dialog.getByText("A folder is not copied into itself").waitFor()
    await dialog.getByRole("button", { name: "Preview" }).click()
    await expect.poll(() => dialog.getByText("A folder is not copied into itself").count()).toBe(1)
    expect(await dialog.locator("#target-prefix-note").textContent()).toMatch(/^A folder is not copied/)
    await page.keyboard.press("Escape")
    await dialog.waitFor({ state: "hidden" })

    await choose("archive/", "Delete …")
    await dialog.getByRole("textbox").fill("delete")
    await dialog.getByRole("button", { name: "Delete folder" }).click()
    await dialog.waitFor({ state: "hidden" })
    await row("archive/").waitFor({ state: "detached" })
    await row("plan.txt").waitFor()
  }, 60_000)

  it("an object with its folder's key has a row of its own, and changes affect it alone", async () => {
    const { page } = window
    const bucket = await bucketWith({ "data/": "own", "data/x.txt": "inside", "other/y.txt": "y" })
    await open(bucket)
    expect(await row("data/").count()).toBe(1)
    await row("data/").click()
    await row("x.txt").waitFor()
    await page.getByTestId("table-status").getByText(/^2/).waitFor()
    await row("data/").click()
    await panel().getByText("An object with the name of the folder").waitFor()
    await panel().getByText("text/plain").waitFor()
    await page.reload()
    await panel().getByText("text/plain").waitFor()
    const [download] = await Promise.all([
      page.waitForEvent("download"),
      panel().getByRole("button", { name: "Download", exact: true }).click()
    ])
    expect(readFileSync(await download.path(), "utf8")).toBe("own")
    await expectAccessible(page)
    await panel().getByRole("button", { name: "Close" }).click()
    const dialog = page.getByRole("dialog")
    const choose = async (action: string) => {
      await row("data/").click({ button: "right" })
      await page.getByRole("group", { name: "Actions on data/" }).getByRole("button", { name: action }).click()
    }
    await choose("Copy to …")
    await dialog.getByLabel("Folder").fill("other/")
    await dialog.getByRole("button", { name: "Copy data/" }).click()
    await dialog.waitFor({ state: "hidden" })
    await expect
      .poll(() => objectsOf(bucket))
      .toEqual({ "data/": "own", "data/x.txt": "inside", "other/": "own", "other/y.txt": "y" })
    await choose("Delete …")
    await dialog.getByText("data/ (the object alone)").waitFor()
    await dialog.getByRole("button", { name: "Delete object" }).click()
    await dialog.waitFor({ state: "hidden" })
    await row("data/").waitFor({ state: "detached" })
    await row("x.txt").waitFor()
    expect(await objectsOf(bucket)).toEqual({ "data/x.txt": "inside", "other/": "own", "other/y.txt": "y" })
    await page.goto(`${service.origin}/browser?${new URLSearchParams({ bucket, view: "search" })}`)
    await page.getByLabel("Name to search for").fill("other")
    await page.getByLabel("Name to search for").press("Enter")
    await page
      .getByTestId("search-status")
      .getByText(/^Everything was looked at: 2 entries/)
      .waitFor()
    await page.getByText("the folder's own object").click()
    await panel().getByText("text/plain").waitFor()
    await panel().getByRole("button", { name: "Close" }).click()
    await row("other/").click({ button: "right" })
    await page.getByRole("group", { name: "Actions on other/" }).getByRole("button", { name: "Rename …" }).click()
    await dialog.getByLabel("New name").fill("named.txt")
    await dialog.getByRole("button", { name: "Rename object" }).click()
    await dialog.waitFor({ state: "hidden" })
    await row("named.txt").waitFor()
    expect(await objectsOf(bucket)).toEqual({ "data/x.txt": "inside", "other/named.txt": "own", "other/y.txt": "y" })
    page.removeAllListeners("download")
  }, 90_000)

  it("cut and paste, and drag and drop, move to the chosen folder and ask first", async () => {
    const { page } = window
    const bucket = await bucketWith(Object.fromEntries(["plan.txt", "list.txt", "raw/1.txt"].map((key) => [key, key])))
    await open(bucket)
    const dialog = page.getByRole("dialog")
    await grid().focus()
    await page.keyboard.press("l")
    const active = () =>
      page.evaluate<string>(
        `document.getElementById(document.querySelector("[role=grid]").getAttribute("aria-activedescendant") ` +
          `?? "")?.innerText ?? ""`
      )
    await expect.poll(active).toContain("list.txt")
    await page.keyboard.press("Control+x")
    await page.getByText("1 entry cut").waitFor()
    await row("raw/").click()
    await row("1.txt").waitFor()
    await grid().focus()
    await page.keyboard.press("Control+v")
    await dialog.getByRole("heading", { name: "Move list.txt to" }).waitFor()
    expect(await dialog.getByLabel("Folder").inputValue()).toBe("raw/")
    await dialog.getByRole("button", { name: "Move list.txt" }).click()
    await dialog.waitFor({ state: "hidden" })
    await row("list.txt").waitFor()

    await page.goBack()
    await row("plan.txt").waitFor()
    expect(await row("list.txt").count()).toBe(0)
    await row("plan.txt").dragTo(row("raw/"))
    await dialog.getByRole("heading", { name: "Move plan.txt to" }).waitFor()
    expect(await dialog.getByLabel("Folder").inputValue()).toBe("raw/")
    await dialog.getByRole("button", { name: "Move plan.txt" }).click()
    await dialog.waitFor({ state: "hidden" })
    await row("plan.txt").waitFor({ state: "detached" })
    await row("raw/").click()
    await row("plan.txt").waitFor()
    await row("plan.txt").dragTo(page.getByRole("navigation", { name: "Path" }).getByRole("link", { name: bucket }))
    await dialog.getByRole("heading", { name: "Move plan.txt to" }).waitFor()
    expect(await dialog.getByLabel("Folder").inputValue()).toBe("")
    await page.keyboard.press("Escape")
    await dialog.waitFor({ state: "hidden" })
    await page.evaluate(
      "document.addEventListener('copy', (event) => { event.clipboardData.setData('text/plain', 'something " +
        "else'); event.preventDefault(); event.stopImmediatePropagation() }, { capture: true, once: true })"
    )
    await grid().focus()
    await page.keyboard.press("Control+c")
    await page.keyboard.press("Control+v")
    expect(await dialog.isVisible()).toBe(false)
  }, 60_000)

  it("letters go to names, the menu of an entry acts on it, Ctrl A and Delete ask about everything", async () => {
    const { page } = window
    const bucket = await bucketWith(
      Object.fromEntries(["apple.txt", "banana.txt", "blue/1.txt", "cherry.txt"].map((key) => [key, "x"]))
    )
    await open(bucket)
    await grid().focus()
    await page.keyboard.press("c")
    const active = () =>
      page.evaluate<string>(
        `document.getElementById(document.querySelector("[role=grid]").getAttribute("aria-activedescendant") ` +
          `?? "")?.innerText ?? ""`
      )
    await expect.poll(active).toContain("cherry.txt")
    await row("banana.txt").click({ button: "right" })
    const menu = page.getByRole("group", { name: "Actions on banana.txt" })
    await menu.getByRole("button", { name: "Delete …" }).waitFor()
    await expectAccessible(page)
    await menu.getByRole("button", { name: "Show details" }).click()
    await panel().getByRole("heading", { name: "banana.txt" }).waitFor()
    await panel().getByRole("button", { name: "Close details" }).click()
    await panel().waitFor({ state: "detached" })
    await grid().focus()
    await page.keyboard.press("Control+a")
    await page.getByTestId("table-status").getByText("4 selected").waitFor()
    await page.keyboard.press("Delete")
    const dialog = page.getByRole("dialog")
    await dialog.getByText("cherry.txt").first().waitFor()
    await page.keyboard.press("Escape")
    await dialog.waitFor({ state: "hidden" })
  }, 60_000)

  it("focus moves to the nearest element after closing, removal and deletion", async () => {
    const { page } = window
    const bucket = await bucketWith(
      { "a.txt": "one", "b.txt": "two", "c.txt": "three", "f/x.txt": "four" },
      { object_lock: true }
    )
    await put(bucket, "a.txt", "again")
    await open(bucket)
    const dialog = page.getByRole("dialog")
    const inTable = async (name: string | RegExp) => {
      await expect.poll(() => isFocused(grid())).toBe(true)
      await expect.poll(() => page.locator(".rt-active").innerText()).toMatch(name)
    }
    const pressed = async (button: Locator) => {
      await button.focus()
      await page.keyboard.press("Enter")
    }
    await grid().focus()
    await page.keyboard.press("b")
    await page.keyboard.press("Enter")
    await pressed(panel().getByRole("button", { name: "Close details" }))
    await panel().waitFor({ state: "detached" })
    await inTable(/^b\.txt/)
    await page.keyboard.press("Enter")
    await panel().getByRole("button", { name: "Edit tags" }).focus()
    await page.goBack()
    await panel().waitFor({ state: "detached" })
    await inTable(/^b\.txt/)
    await grid().focus()
    await page.keyboard.press("ArrowUp")
    await page.keyboard.press("Enter")
    await panel().getByRole("tab", { name: "Versions" }).click()
    const versions = panel().getByTestId("version")
    await expect.poll(() => versions.count()).toBe(2)
    await pressed(versions.last().getByRole("button", { name: /^Delete/ }))
    await pressed(dialog.getByRole("button", { name: "Delete", exact: true }))
    await expect.poll(() => versions.count()).toBe(1)
    await expect.poll(() => isFocused(panel().getByRole("region", { name: "Details of a.txt" }))).toBe(true)
    await page.keyboard.press("Escape")
    await inTable(/^a\.txt/)
    await page
      .getByRole("row", { name: /c\.txt/ })
      .getByRole("checkbox")
      .check()
    await pressed(page.getByTestId("table-status").getByRole("button", { name: "Delete", exact: true }))
    await pressed(dialog.getByRole("button", { name: "Delete object" }))
    await row("c.txt").waitFor({ state: "detached" })
    await inTable(/\.txt/)
    await page.keyboard.press("End")
    await page.keyboard.press("Delete")
    await pressed(dialog.getByRole("button", { name: "Delete object" }))
    await row("b.txt").waitFor({ state: "detached" })
    await inTable(/^a\.txt/)
    await row("a.txt").click({ button: "right" })
    await page.getByRole("group", { name: "Actions on a.txt" }).waitFor()
    await page.keyboard.press("Escape")
    await inTable(/^a\.txt/)
  }, 120_000)

  it("where objects go through the service it says why, and adds the rule that lets them go straight", async () => {
    const { page } = window
    const bucket = await bucketWith({ "there.txt": "x" })
    await open(bucket)
    const note = page.getByRole("button", { name: "Through this service" })
    await note.click()
    const dialog = page.getByRole("dialog")
    await dialog.getByText(`"${service.origin}"`).waitFor()
    await expectAccessible(page)
    await dialog.getByRole("button", { name: "Add this rule" }).click()
    await dialog.waitFor({ state: "hidden" })
    await note.waitFor({ state: "detached" })
    expect(
      await page.evaluate(`(async (bucket) => {
      const [context] = await (await fetch("/api/me/execution-contexts?workspace=manager")).json()
      const { value } = await (await fetch("/api/manager/buckets/" + bucket + "/features/cors?context_id=" + context.id)).json()
      return value.rules.map(({ id }) => id)
    })(${JSON.stringify(bucket)})`)
    ).toEqual(["stowage-browser"])
  }, 60_000)

  it("a folder of very many keys is read on in large pages, and only what shows is in the page", async () => {
    const { page } = window
    const bucket = await bucketWith({ "there.txt": "x" })
    const all = 1_000_000
    const sizes: Array<number> = []
    await page.route("**/api/browser/buckets/*/objects?**", (route) => {
      const asked = new URL(route.request().url()).searchParams
      const size = Number(asked.get("max_keys") ?? 1000)
      const from = Number(asked.get("continuation_token") ?? 0)
      sizes.push(size)
      const objects = Array.from({ length: Math.min(size, all - from) }, (_, at) => ({
        key: `key-${String(from + at).padStart(7, "0")}`,
        size_bytes: from + at,
        etag: null,
        storage_class: "STANDARD",
        modified_at: "2026-05-04T09:30:00.000Z"
      }))
      return route.fulfill({
        json: {
          prefix: "",
          delimiter: "/",
          prefixes: [],
          objects,
          next_continuation_token: from + size < all ? String(from + size) : null
        }
      })
    })
    await open(bucket)
    await row("key-0000000").waitFor()
    await grid().focus()
    await expect
      .poll(
        async () => {
          await page.keyboard.press("End")
          return sizes.length
        },
        { timeout: 60_000 }
      )
      .toBeGreaterThan(8)
    expect(await grid().getByRole("row").count()).toBeLessThanOrEqual(61)
    expect(sizes[0]).toBeLessThanOrEqual(50)
    expect(sizes.at(-1)).toBe(1_000)
  }, 120_000)

  it("no page complained on its console", () => {
    expect(window.complaints.filter((said) => !/Failed to load resource/.test(said))).toEqual([])
  })
})
