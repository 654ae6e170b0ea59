import { createHash, randomBytes } from "node:crypto"
import { mkdtempSync, readFileSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import * as path from "node:path"
import type { Page } from "playwright-core"
import { describe, expect, it } from "vitest"
import { chromiumLack } from "../support/Chromium.ts"
import { realGateway } from "../support/RealGateway.ts"
import { requirement } from "../support/Requirement.ts"
import type { ServiceProcess } from "../support/ServiceProcess.ts"
import { administrator, expectAccessible, setUp, type Window } from "./console.ts"
import { withConsole } from "./withConsole.ts"

const { gateway, lack } = await realGateway("a")

const bringIn = async (page: Page, origin: string) => {
  if (gateway === undefined) throw new Error("no gateway")
  await page.goto(`${origin}/admin/storage-endpoints?create=1`)
  const dialog = page.locator(".edit-page")
  await dialog.getByLabel("Name", { exact: true }).fill("Ceph")
  await dialog
    .getByLabel(/address|url/i)
    .first()
    .fill(gateway.url)
  await dialog.getByLabel(/access key/i).fill(gateway.admin.accessKey)
  await dialog.getByLabel(/secret/i).fill(gateway.admin.secretKey)
  await dialog.getByRole("button", { name: /detect/i }).click()
  await dialog.getByText(/answered the cluster id/i).waitFor()
  await expectAccessible(page)
  await dialog.locator("button[type=submit]").click()
  await page.getByRole("heading", { level: 1, name: "Ceph" }).waitFor()
  await page.goto(`${origin}/admin/accounts?import=1`)
  const importing = page.getByRole("dialog")
  await importing.getByLabel("Storage endpoint").selectOption({ label: "Ceph" })
  await importing.getByRole("searchbox", { name: "Search RGW accounts by name or id" }).fill(gateway.accounts[0].id)
  await importing.getByRole("radio", { name: new RegExp(gateway.accounts[0].id) }).check({ timeout: 30_000 })
  await importing.locator("button[type=submit]").click()
  await page.getByRole("grid").getByText(gateway.accounts[0].id).first().waitFor()
}

const files = () => {
  const folder = mkdtempSync(path.join(tmpdir(), "stowage-walk-"))
  const small = path.join(folder, "notes ü 100%.txt")
  const large = path.join(folder, "large.bin")
  writeFileSync(small, "a small file\n")
  writeFileSync(large, randomBytes(20 * 1024 * 1024 + 7))
  return { small, large }
}

const digest = (file: string) => createHash("sha256").update(readFileSync(file)).digest("hex")

const walk = (env: Record<string, string>, prepare: (page: Page, origin: string) => Promise<void>) => {
  let service: ServiceProcess
  let window: Window
  const bucket = `walk-${randomBytes(4).toString("hex")}`
  withConsole("walk", (opened) => ({ service, window } = opened), { start: { env }, signedIn: false })

  it("the one-time link makes the first administrator, with a passkey and ten recovery codes", async () => {
    expect(service.setupLink).toBeDefined()
    const codes = await setUp(window.page, service.setupLink ?? "")
    expect(new Set(codes).size).toBe(10)
    await window.page.goto(service.setupLink ?? "")
    await window.page
      .getByText(/closed|exists|used/i)
      .first()
      .waitFor()
  })

  it("a storage endpoint and an account are there to act as", async () => {
    await prepare(window.page, service.origin)
    await window.page.goto(`${service.origin}/onboarding`)
    await window.page
      .getByText(/complete|done|ready/i)
      .first()
      .waitFor()
    await expectAccessible(window.page)
  })

  it("a bucket is created; a name that S3 forbids is refused at its field", async () => {
    const { page } = window
    await page.goto(`${service.origin}/manager/buckets`)
    await page
      .getByTestId("table-status")
      .getByText(/buckets?$/)
      .waitFor()
    await page.getByRole("button", { name: "Create bucket" }).first().click()
    const dialog = page.getByRole("dialog")
    await dialog.getByLabel("Name", { exact: true }).fill("Not_Allowed")
    await dialog.getByText("Use lower-case letters, digits, dots and hyphens", { exact: true }).waitFor()
    await expectAccessible(page)
    await dialog.getByLabel("Name", { exact: true }).fill(bucket)
    await dialog.locator("button[type=submit]").click()
    await page.getByText(`${bucket} is created`).waitFor()
    await page.getByRole("searchbox", { name: "Search all buckets" }).fill(bucket)
    await page.getByRole("grid").getByText(bucket).waitFor()
    await expectAccessible(page)
  })

  it("files are uploaded with progress, a large one in parts, and arrive whole", async () => {
    const { page } = window
    const { large, small } = files()
    await page.goto(`${service.origin}/browser?bucket=${bucket}`)
    await page.getByText("Nothing here yet").waitFor()
    await expectAccessible(page)
    await page.getByLabel("Files to upload").setInputFiles([small, large])
    await page.getByRole("grid").getByText("large.bin").waitFor({ timeout: 60_000 })
    const row = page.getByRole("grid").getByText("large.bin")
    await row.waitFor()
    await page.getByRole("grid").getByText("notes ü 100%.txt").waitFor()
    await expectAccessible(page)
    await row.click()
    const panel = page.getByTestId("panel")
    await panel.getByText("20 MiB (20,971,527 bytes)").waitFor()
    await expectAccessible(page)
    const [download] = await Promise.all([
      page.waitForEvent("download"),
      panel.getByRole("button", { name: "Download" }).click()
    ])
    expect(digest(await download.path())).toBe(digest(large))
    await page.goBack()
    await panel.waitFor({ state: "detached" })
  })

  if (env["SANDBOX_GATEWAY"] === "false")
    it("a file with a customer key is opened and downloaded by the key's holder, after a reload too", async () => {
      const { page } = window
      const key = randomBytes(32).toString("base64")
      const dialog = page.getByRole("dialog", { name: "Upload", exact: true })
      await page.getByRole("button", { name: "Upload with options" }).click()
      await dialog
        .getByLabel("Files to add")
        .setInputFiles([{ name: "sealed.txt", mimeType: "text/plain", buffer: Buffer.from("sealed words") }])
      await dialog.getByText("Properties of the objects").click()
      await dialog.getByLabel("Your own key (SSE-C)").fill(key)
      await dialog.getByRole("button", { name: "Upload 1 file" }).click()
      await page.getByRole("grid").getByText("sealed.txt").waitFor()
      await page.reload()
      await page.getByRole("grid").getByText("sealed.txt").click()
      const panel = page.getByTestId("panel")
      await panel.getByLabel("Key (SSE-C)").fill(randomBytes(32).toString("base64"))
      await panel.getByRole("button", { name: "Open the object" }).click()
      await panel.getByText("This is not the key that the object is encrypted with").waitFor()
      await panel.getByLabel("Key (SSE-C)").fill(key)
      await expectAccessible(page)
      await panel.getByRole("button", { name: "Open the object" }).click()
      await panel.getByText("12 B").first().waitFor()
      await panel.getByRole("tab", { name: "Preview" }).click()
      await panel.getByTestId("text").getByText("sealed words").waitFor()
      const [download] = await Promise.all([
        page.waitForEvent("download"),
        panel.getByRole("button", { name: "Download", exact: true }).click()
      ])
      expect(readFileSync(await download.path(), "utf8")).toBe("sealed words")
      await page.goBack()
      await panel.waitFor({ state: "detached" })
    })

  it("a folder is made, and a selection is deleted", async () => {
    const { page } = window
    await page.getByRole("button", { name: "New folder" }).click()
    await page.getByRole("dialog").getByLabel("Name", { exact: true }).fill("deep")
    await page.getByRole("dialog").locator("button[type=submit]").click()
    await page.getByText("Nothing here yet").waitFor()
    await page.getByRole("navigation", { name: "Path" }).getByRole("link", { name: bucket }).click()
    await page.getByRole("grid").getByText("deep/").waitFor()
    await page.getByRole("checkbox").first().check()
    await page.getByRole("button", { name: "Delete", exact: true }).click()
    const dialog = page.getByRole("dialog")
    await dialog.getByLabel(/to confirm/).fill("delete")
    await dialog.locator("button[type=submit]").click()
    await page.getByText("Nothing here yet").waitFor()
  })

  it("the bucket is deleted by typing its name, by keyboard alone", async () => {
    const { page } = window
    await page.goto(`${service.origin}/manager/buckets?q=${bucket}`)
    const grid = page.getByRole("grid")
    await grid.getByText(bucket).waitFor()
    await grid.focus()
    await page.keyboard.press("ArrowDown")
    await page.keyboard.press("Enter")
    const panel = page.getByTestId("panel")
    await panel.waitFor()
    await expectAccessible(page)
    await panel.getByRole("button", { name: "Delete" }).focus()
    await page.keyboard.press("Enter")
    await page
      .getByRole("dialog")
      .getByLabel(/to confirm/)
      .waitFor()
    await page.keyboard.type(bucket)
    await page.keyboard.press("Enter")
    await grid.getByText(bucket).waitFor({ state: "detached" })
  })

  it("usage is recounted live", async () => {
    const { page } = window
    await page.goto(`${service.origin}/manager/usage`)
    await page.getByRole("button", { name: "Recalculate" }).click()
    await page.getByTestId("usage").waitFor()
    await expectAccessible(page)
  })

  it("signing out ends the session; e-mail, password and passkey open it again", async () => {
    const { page } = window
    await page.getByRole("button", { name: /account/i }).click()
    await page
      .getByRole("menuitem", { name: /sign out|log out/i })
      .or(page.getByRole("button", { name: /sign out|log out/i }))
      .first()
      .click()
    await page.waitForURL(/\/login/)
    await expectAccessible(page)
    await page.getByLabel(/e-mail/i).fill(administrator.email)
    await page.locator("input[type=password]").fill(administrator.password)
    await page.locator("form button[type=submit]").click()
    await page.waitForURL(/\/login\/passkey/)
    await expectAccessible(page)
    await page.getByRole("button", { name: "Use passkey" }).click()
    await page.waitForURL((url) => !url.pathname.startsWith("/login"))
  })

  it("no page complained on its console", () => {
    expect(window.complaints.filter((text) => !/Failed to load resource/.test(text))).toEqual([])
  })
}

requirement("Chromium", chromiumLack())("the main job in a browser", () => {
  describe("step by step", { timeout: 60_000 }, () => {
    describe("on the sandbox gateway", () => walk({}, async () => undefined))
    requirement("real RGW", lack)("on a real Ceph RGW", () => walk({ SANDBOX_GATEWAY: "false" }, bringIn))
  })
})
