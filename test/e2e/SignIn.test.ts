import { copyFileSync, mkdtempSync, readFileSync } from "node:fs"
import { DatabaseSync } from "node:sqlite"
import { tmpdir } from "node:os"
import * as path from "node:path"
import { Redacted } from "effect"
import { expect, it } from "vitest"
import { queryText, signRequest } from "#layers/rgw/signRequest.ts"
import { chromiumLack } from "../support/Chromium.ts"
import { requirement } from "../support/Requirement.ts"
import type { ServiceProcess } from "../support/ServiceProcess.ts"
import { api, expectAccessible, openWindow, setUp, type Window } from "./console.ts"
import { withConsole } from "./withConsole.ts"

/** A key of the sandbox gateway, from a copy of its index: the running gateway locks the file. */
const sandboxKey = (dataDir: string, uid = "sample-root"): { readonly access_key: string; readonly secret: string } => {
  const folder = mkdtempSync(path.join(tmpdir(), "stowage-sandbox-copy-"))
  for (const file of ["index.sqlite", "index.sqlite-wal"])
    copyFileSync(path.join(dataDir, "sandbox", file), path.join(folder, file))
  const index = new DatabaseSync(path.join(folder, "index.sqlite"))
  const { access_key, secret } = index
    .prepare("SELECT access_key, secret FROM access_keys WHERE uid = ?")
    .get(uid) as Record<string, string>
  index.close()
  return { access_key: access_key ?? "", secret: secret ?? "" }
}

const makeTenantUser = async (
  gateway: string,
  { access_key, secret }: { readonly access_key: string; readonly secret: string }
): Promise<void> => {
  const query = { uid: "anna", tenant: "acme", "display-name": "Anna of acme" }
  const url = gateway.replace(/\/$/, "")
  const headers = await signRequest({
    method: "PUT",
    url,
    path: "/admin/user",
    query,
    region: "",
    service: "s3",
    key: { access_key, secret_key: Redacted.make(secret) },
    form: null
  })
  const answer = await fetch(`${url}/admin/user?${queryText(query)}`, { method: "PUT", headers })
  if (!answer.ok) throw new Error(await answer.text())
}

requirement("Chromium", chromiumLack())("the ways in", () => {
  let service: ServiceProcess
  let window: Window
  withConsole(
    "sign-in",
    async (opened) => {
      ;({ service, window } = opened)
      const first = await openWindow()
      await setUp(first.page, service.setupLink ?? "")
      const [sandbox] = await api<ReadonlyArray<{ id: number; url: string }>>(
        first.page,
        "GET",
        "/admin/storage-endpoints"
      )
      const { user } = await api<{ user: { id: number } }>(first.page, "GET", "/auth/session")
      const link = { user_id: user.id, manager_role: "account_administrator", allow_manager_browser_data_access: true }
      await makeTenantUser(sandbox?.url ?? "", sandboxKey(service.dataDir, "sandbox-admin"))
      await api(first.page, "POST", "/admin/s3-users/import", {
        storage_endpoint_id: sandbox?.id,
        rgw_user_uid: "acme$anna",
        user_links: [link]
      })
      const context = (
        await api<ReadonlyArray<{ id: string; name: string }>>(
          first.page,
          "GET",
          "/me/execution-contexts?workspace=manager"
        )
      ).find(({ name }) => name === "Anna of acme")?.id
      await api(first.page, "POST", `/manager/buckets?context_id=${context}`, { name: "of-the-tenant" })
      await api(first.page, "POST", `/browser/buckets/of-the-tenant/folders?context_id=${context}`, {
        prefix: "inside"
      })
      await first.close()
    },
    { signedIn: false }
  )

  it("what a provider sent back is said in a sentence; waiting for an administrator is no error", async () => {
    const { page } = window
    await page.goto(`${service.origin}/login?error=link_pending`)
    await page
      .getByRole("status")
      .getByText(/administrator has to confirm/)
      .waitFor()
    await expectAccessible(page)
    await page.goto(`${service.origin}/login?error=unavailable`)
    await page
      .getByRole("alert")
      .getByText(/cannot be reached/)
      .waitFor()
    await page.goto(`${service.origin}/login?error=never_heard_of`)
    await page
      .getByRole("alert")
      .getByText(/could not be signed in/)
      .waitFor()
  })

  it("an unknown address leads to the login page, as any other does", async () => {
    const { page } = window
    await page.goto(`${service.origin}/admin/nothing-here`)
    await page.waitForURL(/\/login\?next=%2Fadmin%2Fnothing-here$/)
  })

  it("S3 keys open the object browser and nothing else, by keyboard alone", async () => {
    const { page } = window
    const { access_key, secret } = sandboxKey(service.dataDir)
    await page.goto(`${service.origin}/login`)
    await page.getByRole("button", { name: "Sign in with S3 keys" }).focus()
    await page.keyboard.press("Enter")
    await expect
      .poll(() => page.getByLabel("Storage endpoint").evaluate((select) => select.matches(":focus")))
      .toBe(true)
    await expectAccessible(page)
    await page.keyboard.press("Tab")
    await page.keyboard.type(access_key)
    await page.keyboard.press("Tab")
    await page.keyboard.type("not the secret")
    await page.keyboard.press("Enter")
    await page
      .getByRole("alert")
      .getByText(/does not accept these keys/)
      .waitFor()
    await page.getByLabel("Secret key").fill(secret)
    await page.keyboard.press("Enter")
    await page.waitForURL(/\/browser/)
    await page.getByRole("grid").getByText("sample-documents").waitFor()
    await expectAccessible(page)
    for (const next of ["%2F%09%2Fevil.example", "%2F%0A%2Fevil.example", "%2F%09%5Cevil.example"]) {
      await page.goto(`${service.origin}/login?next=${next}`)
      await page.waitForURL(`${service.origin}/browser**`)
    }
    await page.goto(`${service.origin}/profile`)
    await page.waitForURL(/\/browser/)
  })

  it("the account menu names the key and its endpoint, and signs out", async () => {
    const { page } = window
    await page.getByRole("button", { name: "Account of" }).click()
    const menu = page.getByRole("group", { name: "Account" })
    await menu.getByText("Sandbox", { exact: true }).waitFor()
    await menu.getByText("Signed in with S3 keys").waitFor()
    expect(await menu.getByRole("link").count()).toBe(0)
    await expectAccessible(page)
    await menu.getByRole("button", { name: "Sign out", exact: true }).click()
    await page.waitForURL(/\/login/)
    await page.goto(`${service.origin}/browser`)
    await page.waitForURL(/\/login/)
    expect(window.complaints.filter((text) => !text.startsWith("Failed to load resource"))).toEqual([])
  })

  it("keys of a tenant's RGW user open the tenant's buckets, by the names that they have there", async () => {
    const { page } = window
    const { access_key, secret } = sandboxKey(service.dataDir, "acme$anna")
    await page.goto(`${service.origin}/login?way=s3`)
    await page.getByLabel("Access key").fill(access_key)
    await page.getByLabel("Secret key").fill(secret)
    await page.getByRole("button", { name: "Sign in", exact: true }).click()
    await page.waitForURL(/\/browser/)
    const grid = page.getByRole("grid")
    await grid.getByText("of-the-tenant").click()
    await grid.getByText("inside/", { exact: true }).click()
    await page.getByText("Nothing here yet").waitFor()
    await page
      .getByLabel("Files to upload")
      .setInputFiles([{ name: "hers.txt", mimeType: "text/plain", buffer: Buffer.from("of acme") }])
    await grid.getByText("hers.txt").waitFor()
    await page.reload()
    await grid.getByText("hers.txt").click()
    await page.getByTestId("panel").getByText("text/plain").waitFor()
    const [download] = await Promise.all([
      page.waitForEvent("download"),
      page.getByTestId("panel").getByRole("button", { name: "Download" }).click()
    ])
    expect(readFileSync(await download.path(), "utf8")).toBe("of acme")
    await page.goto(`${service.origin}/browser?bucket=sample-documents`)
    await page.getByText("The entries could not be loaded").waitFor()
    expect(window.complaints.filter((text) => !text.startsWith("Failed to load resource"))).toEqual([])
  }, 60_000)
})
