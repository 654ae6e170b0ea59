import { mkdtempSync, readFileSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import * as path from "node:path"
import { expect, it } from "vitest"
import { chromiumLack } from "../support/Chromium.ts"
import { requirement } from "../support/Requirement.ts"
import type { ServiceProcess } from "../support/ServiceProcess.ts"
import { administrator, isFocused, reach, type Window } from "./console.ts"
import { withConsole } from "./withConsole.ts"

requirement("Chromium", chromiumLack())("the main job with the keyboard alone", () => {
  let service: ServiceProcess
  let window: Window
  withConsole("keyboard", (opened) => ({ service, window } = opened), { signedIn: false })

  const press = (key: string) => window.page.keyboard.press(key)
  const write = (text: string) => window.page.keyboard.type(text)
  const dialog = () => window.page.getByRole("dialog")
  const grid = () => window.page.getByRole("grid")

  it("the first administrator is made", async () => {
    const { page } = window
    await page.goto(service.setupLink ?? "")
    await reach(page, page.getByLabel(/full name/i))
    await write(administrator.name)
    await reach(page, page.getByLabel(/e-mail/i))
    await write(administrator.email)
    for (const field of await page.locator("input[type=password]").all()) {
      await reach(page, field)
      await write(administrator.password)
    }
    await press("Enter")
    await page.waitForURL(/\/login\/enroll/)
    await reach(page, page.locator("form button[type=submit]"))
    await press("Enter")
    await reach(page, page.getByRole("checkbox"))
    await press("Space")
    await reach(page, page.locator("button.btn-primary"))
    await press("Enter")
    await page.waitForURL((url) => !url.pathname.startsWith("/login"))
  }, 60_000)

  it("the palette leads to the buckets, and one is created", async () => {
    const { page } = window
    await page.locator("main h1").first().waitFor()
    await press("Control+k")
    await write("manager buckets")
    await page.getByRole("option").first().waitFor()
    await press("Enter")
    await page.waitForURL(/\/manager\/buckets/)
    await grid().getByText("sample-documents").first().waitFor()
    await reach(page, page.getByRole("button", { name: "Create bucket" }))
    await press("Enter")
    await reach(page, dialog().getByLabel("Name", { exact: true }))
    await write("by-keyboard")
    await press("Enter")
    await grid().getByText("by-keyboard").first().waitFor()
  }, 60_000)

  it("the bucket is found by typing, opened, and a file is uploaded", async () => {
    const { page } = window
    await page.goto(`${service.origin}/manager/buckets`)
    await grid().getByText("by-keyboard").first().waitFor()
    await page.locator("main").focus()
    await press("/")
    await write("by-key")
    await page.getByTestId("count").getByText(/^1 of/).waitFor()
    await reach(page, grid())
    await press("Enter")
    await reach(page, page.getByTestId("panel").getByRole("link", { name: /objects|browse/i }))
    await press("Enter")
    await reach(page, page.getByRole("link", { name: "Open in Browser" }))
    await press("Enter")
    await page.getByText("Nothing here yet").waitFor()
    const file = path.join(mkdtempSync(path.join(tmpdir(), "stowage-keys-")), "typed.txt")
    writeFileSync(file, "with two hands\n")
    await reach(page, page.getByRole("button", { name: "Upload files" }))
    const [chooser] = await Promise.all([page.waitForEvent("filechooser"), press("Enter")])
    await chooser.setFiles(file)
    await grid().getByText("typed.txt").first().waitFor()
  }, 60_000)

  it("the file's details are read, and it is downloaded as it was", async () => {
    const { page } = window
    await reach(page, grid())
    await press("Enter")
    await reach(
      page,
      page
        .getByTestId("panel")
        .getByRole("button", { name: /download/i })
        .or(page.getByTestId("panel").getByRole("link", { name: /download/i }))
    )
    const [download] = await Promise.all([page.waitForEvent("download"), press("Enter")])
    expect(readFileSync(await download.path(), "utf8")).toBe("with two hands\n")
  }, 60_000)

  it("the file and the bucket are deleted", async () => {
    const { page } = window
    await reach(page, grid(), "Shift+Tab")
    await press("Escape")
    await press("Control+Space")
    await reach(page, page.getByTestId("table-status").getByRole("button", { name: /delete/i }))
    await press("Enter")
    await reach(page, dialog().getByRole("button", { name: "Delete" }))
    await press("Enter")
    await page.getByText("Nothing here yet").waitFor()
    await page.goto(`${service.origin}/manager/buckets?q=by-keyboard`)
    await grid().getByText("by-keyboard").first().waitFor()
    await reach(page, grid())
    await press("Enter")
    await reach(page, page.getByTestId("panel").getByRole("button", { name: "Delete" }))
    await press("Enter")
    await dialog()
      .getByLabel(/to confirm/)
      .waitFor()
    await write("by-keyboard")
    await press("Enter")
    await grid().getByText("by-keyboard").first().waitFor({ state: "detached" })
  }, 60_000)

  it("? lists the keys, and they can be switched off", async () => {
    const { page } = window
    await page.locator("main").focus()
    await press("?")
    await dialog().getByRole("heading", { name: "Keyboard" }).waitFor()
    await dialog().getByText("Go to the search field of the page").waitFor()
    await reach(page, dialog().getByRole("checkbox", { name: /one character/ }))
    await press("Space")
    await press("Escape")
    await page.locator("main").focus()
    await press("?")
    await page.waitForTimeout(300)
    expect(await dialog().count()).toBe(0)
    await press("/")
    expect(await isFocused(page.getByRole("searchbox"))).toBe(false)
  }, 60_000)

  it("letters find an entry of a menu; one signs out and in again", async () => {
    const { page } = window
    await reach(page, page.getByRole("button", { name: /Account of/ }))
    await press("Enter")
    const menu = page.getByRole("group", { name: "Account" })
    await expect.poll(() => isFocused(menu.getByRole("link"))).toBe(true)
    await write("sig")
    await expect.poll(() => isFocused(menu.getByRole("button", { name: "Sign out" }))).toBe(true)
    await press("Enter")
    await page.waitForURL(/\/login/)
    await reach(page, page.getByLabel(/e-mail/i))
    await write(administrator.email)
    await reach(page, page.locator("input[type=password]"))
    await write(administrator.password)
    await press("Enter")
    await page.waitForURL(/\/login\/passkey/)
    await reach(page, page.getByRole("button", { name: "Use passkey" }))
    await press("Enter")
    await page.waitForURL((url) => !url.pathname.startsWith("/login"))
  }, 60_000)
})
