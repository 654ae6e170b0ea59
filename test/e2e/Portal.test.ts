import { readFile } from "node:fs/promises"
import type { Page } from "playwright-core"
import { expect, it } from "vitest"
import { accessLogKey, accessLogLine } from "../support/accessLogLine.ts"
import { chromiumLack } from "../support/Chromium.ts"
import type { OwnDatabase } from "../support/ownDatabase.ts"
import { requirement } from "../support/Requirement.ts"
import type { ServiceProcess } from "../support/ServiceProcess.ts"
import { api, asPerson, expectAccessible, reach, type Window } from "./console.ts"
import { ask } from "./support/ask.ts"
import { pictured } from "./support/pictured.ts"
import { withConsole } from "./withConsole.ts"

const password = "a long enough password of mine"
const user = { email: "pia@example.org", password }
const manager = { email: "max@example.org", password }

requirement("Chromium", chromiumLack())("the Portal", () => {
  let service: ServiceProcess
  let window: Window
  let database: OwnDatabase
  let accountId = 0

  const give = async (email: string, full_name: string, role: "portal_user" | "portal_manager"): Promise<void> => {
    const person = await api(window.page, "POST", "/admin/users", { email, full_name, role: "ui_user", password })
    await database.query(
      `insert into user_associations (user_id, rgw_account_id, portal_role)
       values (${person.id}, ${accountId}, '${role}')`
    )
  }

  withConsole("portal", async (opened) => {
    ;({ service, window, database } = opened)
    const { page } = window
    const { items } = await api<{ items: ReadonlyArray<{ id: number }> }>(page, "GET", "/admin/accounts?page=1")
    accountId = items[0]?.id ?? 0
    await database.query(
      `update storage_endpoints set features_config = jsonb_set(features_config, '{features,iam}', '{"enabled": true}')`
    )
    await api(page, "PUT", "/admin/settings", { portal: { enabled: true } })
    await give(user.email, "Pia User", "portal_user")
    await give(manager.email, "Max Manager", "portal_manager")
  })

  const as = (person: typeof user, work: (page: Page) => Promise<void>) =>
    asPerson(window, service.origin, person, work)
  const look = (page: Page, name: string) => pictured({ ...window, page }, name)
  const open = (page: Page, link: string) =>
    page.getByRole("navigation").getByRole("link", { name: link, exact: true }).click()

  it("leads from the first sign-in by an approved request to an access key", async () => {
    await as(user, async (page) => {
      await page.waitForURL(/\/portal\?account_id=/)
      await page.getByText("You have no storage yet").waitFor()
      await expectAccessible(page)
      await look(page, "portal-empty")
      await page.getByTestId("no-space").getByRole("link", { name: "Ask for storage" }).click()
      const dialog = page.getByRole("dialog", { name: "Ask for a space" })
      await dialog.getByLabel("Name").fill("Measurements")
      await dialog.getByLabel("Bucket").fill("measurements-2026")
      await dialog.getByLabel("Why you need it").fill("Results of the sensors")
      await expectAccessible(page)
      await dialog.getByRole("button", { name: "Send request" }).click()
      await page.getByTestId("request").getByText("Waiting for a decision").waitFor()
    })
    await as(manager, async (page) => {
      await open(page, "Requests")
      const request = page.getByRole("region", { name: "To decide" }).getByTestId("request")
      await request.getByText("“Results of the sensors”").waitFor()
      await look(page, "portal-decide")
      await request.getByRole("button", { name: "Approve…" }).click()
      const dialog = page.getByRole("dialog", { name: "Approve request" })
      await expectAccessible(page)
      await look(page, "portal-approve")
      await dialog.getByRole("button", { name: "Approve", exact: true }).click()
      await page.getByRole("region", { name: "All requests" }).getByText("Approved").waitFor()
      await expectAccessible(page)
      await look(page, "portal-decided")
    })
    await as(user, async (page) => {
      const card = page.getByTestId("space").filter({ hasText: "Measurements" })
      await card.getByText("Manage").waitFor()
      await expectAccessible(page)
      await look(page, "portal-home")
      await card.getByRole("link", { name: "Measurements" }).click()
      await page.getByRole("heading", { name: "Measurements", level: 1 }).waitFor()
      await page.getByRole("link", { name: "Open its objects" }).waitFor()
      await page.getByTestId("member").getByText("pia@example.org").waitFor()
      await expectAccessible(page)
      await look(page, "portal-space")
      await page.getByRole("button", { name: "Use it in a program" }).click()
      const dialog = page.getByRole("dialog", { name: "Create a key" })
      await dialog.getByLabel("Name").fill("Laptop")
      await dialog.getByRole("button", { name: "Create key" }).click()
      await dialog.getByTestId("new-secret-key").waitFor()
      await dialog.getByText("rclone", { exact: false }).first().click()
      await expectAccessible(page)
      await look(page, "portal-new-key")
      await dialog.getByRole("button", { name: "I have copied it" }).click()
      await open(page, "Access keys")
      const key = page.getByTestId("key").filter({ hasText: "Laptop" })
      await key.getByText("Active").waitFor()
      await expectAccessible(page)
      await look(page, "portal-keys")
      await key.getByText("last use unknown").waitFor()
      await key.getByRole("button", { name: "Switch off Laptop" }).click()
      await page.getByRole("dialog").getByRole("button", { name: "Switch off" }).click()
      await key.getByText("Switched off").waitFor()
    })
    const [endpoint] = await api<ReadonlyArray<{ id: number }>>(window.page, "GET", "/admin/storage-endpoints")
    const text = "Maintenance on Sunday."
    await api(window.page, "PUT", `/admin/storage-endpoints/${endpoint?.id}/status-note`, { text })
    await api(window.page, "POST", "/admin/jobs/storage-probe/run")
    await as(user, async (page) => {
      await open(page, "Status")
      const status = page.getByTestId("storage-status")
      await status.getByText("Available", { exact: true }).waitFor()
      await status.getByText(text).waitFor()
      await expectAccessible(page)
      await look(page, "portal-status")
    })
  }, 90_000)

  it("creates a space and adds a member by the keyboard", async () => {
    await as(manager, async (page) => {
      const { keyboard } = page
      await page.waitForURL(/\/portal\?account_id=/)
      await reach(page, page.getByRole("button", { name: "Create space" }))
      await keyboard.press("Enter")
      const dialog = page.getByRole("dialog", { name: "Create storage space" })
      await dialog.getByLabel("Name").waitFor()
      await keyboard.type("Archive")
      await keyboard.press("Tab")
      await keyboard.type("archive-of-max")
      await keyboard.press("Enter")
      await page.getByText("Archive is created").waitFor()
      await reach(page, page.getByRole("link", { name: "Archive", exact: true }))
      await keyboard.press("Enter")
      await reach(page, page.getByRole("button", { name: "Add member" }))
      await keyboard.press("Enter")
      const adding = page.getByRole("dialog", { name: "Add member" })
      await adding.getByLabel("Person").getByText("Pia User").waitFor({ state: "attached" })
      await reach(page, adding.getByRole("button", { name: "Add member" }))
      await keyboard.press("Enter")
      await page.getByTestId("member").filter({ hasText: "Pia User" }).getByText("Read", { exact: true }).waitFor()
      await expectAccessible(page)
    })
  }, 60_000)

  it("shows access logs from switched off to a denied request and its raw line", async () => {
    await as(manager, async (page) => {
      await open(page, "Access logs")
      await page.getByText("Access logs are switched off for this account").waitFor()
      await expectAccessible(page)
      await api(window.page, "PUT", "/admin/settings", { portal: { enabled: true, access_logs_enabled: true } })
      await page.reload()
      await page.getByText("No space is logged").waitFor()
      await page.getByRole("button", { name: "Logged spaces" }).first().click()
      const dialog = page.getByRole("dialog", { name: "Logged spaces" })
      const space = dialog.getByTestId("logged-space").filter({ hasText: "Archive" })
      await space.getByText("Off", { exact: true }).waitFor()
      await space.getByRole("button", { name: "Switch on: Archive" }).click()
      await space.getByText("On, nothing collected yet").waitFor()
      await expectAccessible(page)
      await look(page, "portal-logged-spaces")
      await dialog.getByRole("button", { name: "Close" }).click()
      await dialog.waitFor({ state: "detached" })
      await page.getByText("Nothing collected yet", { exact: true }).waitFor()
      await page.getByTestId("logged-count").getByText("1 of ").waitFor()

      const bucket = "archive-of-max"
      const { items } = await api<{ items: ReadonlyArray<{ bucket_name: string; log_bucket: string }> }>(
        page,
        "GET",
        `/portal/access-logs/spaces?account_id=${accountId}`
      )
      const log_bucket = items.find((one) => one.bucket_name === bucket)?.log_bucket
      const text =
        accessLogLine(bucket, "2026/a.txt", "anonymous", { id: "p.1", status: 403 }) +
        accessLogLine(bucket, "2026/b.txt", "root", { id: "p.2" })
      const query = new URLSearchParams({ context_id: String(accountId), key: accessLogKey(bucket) })
      await window.page.evaluate(`(async () => {
        ${ask}
        const answer = await ask("/browser/buckets/${log_bucket}/uploads?${query}", {
          method: "PUT", headers: { "content-type": "application/octet-stream" }, body: ${JSON.stringify(text)} })
        if (!answer.ok) throw new Error(await answer.text())
      })()`)
      await page.getByRole("button", { name: "Logged spaces" }).first().click()
      await space.getByRole("button", { name: "Collect now: Archive" }).click()
      await space.getByText("On", { exact: true }).waitFor()
      await dialog.getByRole("button", { name: "Close" }).click()
      await page.getByText("2026/b.txt").waitFor()
      await expectAccessible(page)
      await look(page, "portal-access-logs")

      const { pathname, searchParams } = new URL(page.url())
      await page.goto(`${service.origin}${pathname}?${searchParams}&result=denied&path=2026%2F`)
      await page.getByText("2026/a.txt").waitFor()
      await page.getByText("2026/b.txt").waitFor({ state: "detached" })
      const download = page.waitForEvent("download")
      await page.getByRole("button", { name: "Raw log" }).click()
      const lines = (await readFile(await (await download).path(), "utf8")).trim().split("\n")
      expect(lines.map((line) => /REST\.GET\.OBJECT (\S+) .* 403 /u.exec(line)?.[1])).toEqual(["2026/a.txt"])
      await page.getByText("2026/a.txt").click()
      const panel = page.getByTestId("panel")
      await panel.getByText("Status 403, AccessDenied").waitFor()
      await page.getByText("What these logs cannot tell").click()
      await page.getByText("Uploads that the gateway refused", { exact: false }).waitFor()
      await expectAccessible(page)
      await look(page, "portal-access-log-entry")
    })
  }, 90_000)

  it("keeps the folder tree and typed paths within a space that is a folder", async () => {
    let spaceId = 0
    const bucket_name = "shared-of-max"
    await as(manager, async (page) => {
      const portal = (method: string, path: string, body: object) =>
        api(page, method, `/portal${path}?account_id=${accountId}`, body)
      await portal("POST", "/spaces", { name: "All of it", bucket_name })
      const body = { name: "Team", bucket_name, prefix: "team/", existing_bucket: true }
      spaceId = (await portal("POST", "/spaces", body)).id
      const users = await api<{ items: ReadonlyArray<{ id: number; email: string }> }>(
        window.page,
        "GET",
        "/admin/users?search=pia"
      )
      const pia = users.items.find(({ email }) => email === user.email)
      await portal("PUT", `/spaces/${spaceId}/members/${pia?.id}`, { right: "write" })
    })
    for (const prefix of ["team/plans/", "other/"])
      await api(window.page, "POST", `/browser/buckets/${bucket_name}/folders?context_id=${accountId}`, { prefix })
    await as(user, async (page) => {
      await page.goto(`${service.origin}/portal/spaces/${spaceId}?account_id=${accountId}`)
      await page.getByRole("link", { name: "Open its objects" }).click()
      await page.getByRole("button", { name: "Folder tree" }).click()
      const tree = page.getByRole("tree", { name: "Folders" })
      await tree.getByRole("treeitem", { name: "plans" }).waitFor()
      expect((await tree.getByRole("treeitem").allInnerTexts()).map((text) => text.trim())).toEqual(["team", "plans"])
      await page.getByRole("button", { name: "Type a path" }).click()
      const path = page.getByLabel("Path: s3://bucket/key")
      const address = page.url()
      for (const typed of [`s3://${bucket_name}/`, `s3://${bucket_name}/other/`, "/other/b.txt", "s3://elsewhere/"]) {
        await path.fill(typed)
        await path.press("Enter")
        await page.getByRole("alert").getByText(`s3://${bucket_name}/team/`, { exact: false }).waitFor()
        expect(page.url(), typed).toBe(address)
      }
      await path.fill("/team/plans/")
      await path.press("Enter")
      await page.getByRole("heading", { name: "plans", level: 1 }).waitFor()
      await expectAccessible(page)
    })
  }, 90_000)

  it("overrides a setting for one account, and saves its name afterwards", async () => {
    const { page } = window
    await page.goto(`${service.origin}/admin/accounts/${accountId}?tab=portal`)
    const settings = page.getByTestId("portal-settings")
    await settings.getByText("from the installation").first().waitFor()
    await page.getByRole("button", { name: "Change", exact: true }).click()
    const dialog = page.getByRole("dialog", { name: "Portal" })
    await dialog.getByLabel("Private storage spaces").selectOption("on")
    await expectAccessible(page)
    await dialog.getByRole("button", { name: "Save changes" }).click()
    await settings.getByText("set for this account").waitFor()
    await expectAccessible(page)
    await pictured(window, "portal-settings")
    await page.getByRole("tab", { name: "Overview and access" }).click()
    await page.getByLabel("Name", { exact: true }).fill("Sample account")
    await page.getByRole("button", { name: "Save changes" }).click()
    await page.getByText("Sample account is saved").waitFor()
  }, 60_000)
})
