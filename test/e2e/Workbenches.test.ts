import type { Locator } from "playwright-core"
import { expect, it } from "vitest"
import { chromiumLack } from "../support/Chromium.ts"
import type { OwnDatabase } from "../support/ownDatabase.ts"
import { requirement } from "../support/Requirement.ts"
import type { ServiceProcess } from "../support/ServiceProcess.ts"
import { api, expectAccessible, type Window } from "./console.ts"
import { pictured } from "./support/pictured.ts"
import { withConsole } from "./withConsole.ts"

const ANY_RULES = JSON.stringify({
  match: "any",
  rules: [
    { field: "used_bytes", op: "gt", value: 0 },
    { field: "object_count", op: "eq", value: 0 }
  ]
})

const TWO_BUCKETS = {
  match: "all",
  rules: [{ field: "name", op: "in", value: ["sample-documents", "sample-versions"] }]
}

const NIGHTLY_EXPOSURE = [
  "insert into exposure_checks (endpoint_id, attempted_at, compared_at) select id, now(), now() from storage_endpoints",
  `insert into bucket_exposures (endpoint_id, tenant, name, verdict, words, since, checked_at)
    select id, '', 'sample-documents', 'public', 'Public: Anybody may read objects.', now(), now()
    from storage_endpoints`,
  `insert into bucket_exposure_changes (endpoint_id, tenant, name, kind, before, after, words, noted_at)
    select id, '', 'sample-documents', 'opened', 'private', 'public', 'Public: Anybody may read objects.', now()
    from storage_endpoints`
]

requirement("Chromium", chromiumLack())("Cluster Admin and Storage Ops", () => {
  let service: ServiceProcess
  let window: Window
  let database: OwnDatabase
  withConsole("workbenches", (opened) => {
    ;({ database, service, window } = opened)
  })

  const grid = () => window.page.getByRole("grid")
  const status = () => window.page.getByTestId("table-status")
  const filters = () => window.page.getByRole("list", { name: "Filters" })
  const focused = () =>
    window.page.evaluate<string>(
      "document.activeElement?.getAttribute('aria-label') ?? document.activeElement?.textContent?.trim() ?? ''"
    )
  const filterBy = async (label: string, text: string | null, choice = "") => {
    const { page } = window
    await page.getByRole("button", { name: "Filter", exact: true }).click()
    const editor = page.getByRole("dialog", { name: "Filter" })
    await editor.getByRole("button", { name: label, exact: true }).click()
    if (text === null) return await editor.getByRole("button", { name: choice, exact: true }).click()
    await editor.getByRole("textbox").fill(text)
    await editor.getByRole("button", { name: "Apply" }).click()
  }

  const addFilter = async (editor: Locator, label: string) => {
    await editor.getByRole("button", { name: "Add filter" }).click()
    await window.page
      .getByRole("dialog", { name: "Filter" })
      .getByRole("button", { name: new RegExp(`^${label}`) })
      .click()
  }

  it("are in the switcher for people with the privilege alone", async () => {
    const { page } = window
    await page.goto(`${service.origin}/manager/buckets`)
    await page.getByRole("button", { name: "Workspace: Manager" }).click()
    const menu = page.locator("#workspace-menu")
    await menu.getByRole("link", { name: /^Admin/ }).waitFor()
    expect(await menu.getByText(/Cluster Admin|Storage Ops/).count()).toBe(0)
    await page.goto(`${service.origin}/cluster-admin`)
    await page.getByText("Cluster Admin is not open to you").waitFor()
    await database.query("update ui_users set privileges = array['cluster_admin', 'storage_ops']")
    await page.goto(`${service.origin}/manager/buckets`)
    await page.getByRole("button", { name: "Workspace: Manager" }).click()
    await menu.getByRole("link", { name: /^Storage Ops/ }).waitFor()
    await menu.getByRole("link", { name: /^Cluster Admin/ }).click()
    await page.getByRole("heading", { name: "Buckets" }).waitFor()
    await expect.poll(() => page.url()).toMatch(/\/cluster-admin\/buckets\?endpoint_id=\d+$/)
  })

  it("list the buckets of the endpoint; a filter comes back with the next visit, a selected row does not", async () => {
    const { page } = window
    await grid().getByText("sample-documents", { exact: true }).waitFor()
    await filterBy("Name", "documents")
    await filters().getByText("documents").waitFor()
    await status()
      .getByText(/^1 of \d+ buckets/)
      .waitFor()
    const views = page.getByRole("dialog", { name: "Saved views" })
    const stored = views.getByTestId("stored-views")
    await page.getByRole("button", { name: "Saved views" }).click()
    await stored.getByText("None yet.").waitFor()
    await views.getByRole("combobox").selectOption("shared")
    await views.getByRole("textbox", { name: "Save this search as" }).fill("Documents")
    await views.getByRole("button", { name: "Save", exact: true }).click()
    await stored.getByText("Shared by you").waitFor()
    await expectAccessible(page)
    await pictured(window, "cluster-views")
    await page.keyboard.press("Escape")
    await page.getByRole("button", { name: "Clear all" }).click()
    await filters().waitFor({ state: "detached" })
    await database.query(`update bucket_views set query = query || '{"columns": "features.inventory"}'`)
    await page.getByRole("button", { name: "Saved views" }).click()
    await stored.getByText("Leaves out: column features.inventory").waitFor()
    await stored.getByRole("button", { name: /^Documents/ }).click()
    await filters().getByText("documents").waitFor()
    await page.getByText("Left out: column features.inventory").waitFor()
    await page.getByRole("button", { name: "Saved views" }).focus()
    await page.keyboard.press("Enter")
    await stored.getByRole("button", { name: "Rename Documents" }).focus()
    await page.keyboard.press("Enter")
    await expect.poll(focused).toBe("New name of Documents")
    await page.keyboard.press("ControlOrMeta+A")
    await page.keyboard.type("Papers")
    await page.keyboard.press("Enter")
    await stored.getByRole("button", { name: "Rename Papers" }).waitFor()
    await expect.poll(focused).toBe("Rename Papers")
    await page.keyboard.press("Tab")
    await expect.poll(focused).toBe("Delete the view Papers")
    await page.keyboard.press("Enter")
    await expect.poll(focused).toBe("Cancel")
    await page.keyboard.press("Enter")
    await expect.poll(focused).toBe("Delete the view Papers")
    await stored.getByRole("button", { name: "Delete the view Papers" }).click()
    await stored.getByText("Delete Papers for everybody?").waitFor()
    await stored.getByRole("button", { name: "Delete", exact: true }).click()
    await stored.getByText("None yet.").waitFor()
    await page.keyboard.press("Escape")
    await grid().getByText("sample-documents", { exact: true }).click()
    const panel = page.getByTestId("panel")
    await panel.getByText("Size quota").waitFor()
    await panel.getByRole("button", { name: "Edit tags" }).click()
    await page.getByRole("dialog").getByRole("textbox", { name: "New tag" }).fill("climate")
    await page.getByRole("dialog").getByRole("button", { name: "Save tags" }).click()
    await panel.getByTestId("tags").getByText("climate").waitFor()
    await expectAccessible(page)
    await pictured(window, "cluster-buckets")
    await page.goto(`${service.origin}/cluster-admin/buckets`)
    await filters().getByText("documents").waitFor()
    await status()
      .getByText(/^1 of \d+ buckets/)
      .waitFor()
    expect(await page.getByTestId("panel").count()).toBe(0)
    await page.goto(`${service.origin}/cluster-admin/buckets?endpoint_id=999999`)
    await page.getByText("Endpoint not found").waitFor()
  })

  it("list accounts and users; a freeze says that deletes pass; a key's secret is shown once", async () => {
    const { page } = window
    const panel = page.getByTestId("panel")
    const dialog = page.getByRole("dialog")
    await page.goto(`${service.origin}/cluster-admin/accounts`)
    await grid().getByText("sample", { exact: true }).click()
    await panel.getByRole("tab", { name: "Quotas and limits" }).click()
    await panel.getByRole("heading", { name: "Quota of the RGW account" }).waitFor()
    await panel.getByRole("button", { name: "Freeze" }).click()
    await dialog.getByText("Deletes still pass").waitFor()
    await expectAccessible(page)
    await dialog.getByRole("button", { name: "Cancel" }).click()
    await dialog.waitFor({ state: "hidden" })
    await panel.getByRole("button", { name: "Freeze" }).waitFor()
    const { rows } = await database.query("select 1 from account_freezes")
    expect(rows.length).toBe(0)
    await pictured(window, "cluster-accounts")

    await page.goto(`${service.origin}/cluster-admin/accounts`)
    await page.getByRole("button", { name: "Check copies…" }).click()
    await dialog.getByText("Not checked yet.").waitFor()
    await dialog.getByRole("button", { name: "Check now" }).click()
    await dialog.getByText("Copies are checked", { exact: true }).waitFor({ timeout: 60_000 })
    await dialog.getByText("CopyObject of it into an own bucket").waitFor()
    await expectAccessible(page)
    await pictured(window, "cluster-copy-check")
    await dialog.getByRole("button", { name: "Close" }).click()
    await dialog.waitFor({ state: "hidden" })

    await page.getByRole("navigation").getByRole("link", { name: "RGW users" }).click()
    await grid().getByText("sample-root", { exact: true }).first().click()
    await panel.getByRole("tab", { name: "Keys" }).click()
    await panel.getByRole("button", { name: "Create key" }).click()
    await dialog.getByRole("button", { name: "Create key" }).click()
    await dialog.getByText("It is shown only this once").waitFor()
    const made = await dialog.getByTestId("new-access-key").innerText()
    await dialog.getByRole("button", { name: "I have copied it" }).click()
    await panel.getByTestId("keys").getByText(made).waitFor()
    await expectAccessible(page)
    await pictured(window, "cluster-users")
  })

  it("create and edit an RGW account and an RGW user; rows show saved values, never cancelled ones", async () => {
    const { page } = window
    const panel = page.getByTestId("panel")
    const dialog = page.getByRole("dialog")
    const row = (name: string) => grid().getByRole("row").filter({ hasText: name })
    const open = (tab: string) => panel.getByRole("tab", { name: tab, exact: true }).click()
    const cancel = async (typed: boolean) => {
      await dialog.getByRole("button", { name: "Cancel" }).click()
      if (typed) await dialog.getByRole("button", { name: "Discard" }).click()
      await dialog.waitFor({ state: "detached" })
    }
    const save = async (name: string) => {
      await dialog.getByRole("button", { name, exact: true }).click()
      await dialog.waitFor({ state: "detached" })
    }
    const shown = async (name: string) => {
      await expectAccessible(page)
      await pictured(window, name)
    }

    await page.goto(`${service.origin}/cluster-admin/accounts`)
    await row("sample").first().waitFor()
    await page.getByRole("button", { name: "Create RGW account" }).click()
    await dialog.getByLabel("Name").fill("laboratory")
    await shown("cluster-create-account")
    await cancel(true)
    expect(await row("laboratory").count()).toBe(0)
    await page.getByRole("button", { name: "Create RGW account" }).click()
    await dialog.getByLabel("Name").fill("laboratory")
    await save("Create RGW account")
    await panel.getByRole("heading", { name: "laboratory" }).waitFor()
    const accountId = await panel
      .getByTestId("profile")
      .getByText(/^RGW\d{17}$/)
      .innerText()
    await panel.getByRole("button", { name: "Change" }).click()
    await dialog.getByLabel("Name on the gateway").fill("laboratories")
    await save("Save changes")
    await row("laboratories").waitFor()
    await panel.getByRole("heading", { name: "laboratories" }).waitFor()
    await shown("cluster-account-overview")
    await open("Quotas and limits")
    await panel.getByRole("button", { name: "Change: Limits" }).click()
    await dialog.getByLabel("Most: roles").fill("0")
    await save("Save limits")
    await panel.getByTestId("limits").getByText("0: none").waitFor()
    await shown("cluster-account-limits")

    await page.goto(`${service.origin}/cluster-admin/users?create=1`)
    await dialog.getByLabel("Uid").fill("robot")
    await dialog.getByLabel("Display name").fill("Robot of the laboratory")
    await dialog.getByText("Tenant and RGW account").click()
    await dialog.getByRole("combobox", { name: "RGW account" }).fill("laboratories")
    await dialog.getByRole("option", { name: accountId }).click()
    await shown("cluster-create-user")
    await dialog.getByRole("button", { name: "Create RGW user", exact: true }).click()
    await dialog.getByText("without spaces").waitFor()
    await cancel(false)
    expect(await row("robot").count()).toBe(0)
    await page.getByRole("button", { name: "Create RGW user" }).click()
    await dialog.getByLabel("Uid").fill("robot")
    await dialog.getByLabel("Display name").fill("robot")
    await dialog.getByText("Tenant and RGW account").click()
    await dialog.getByRole("combobox", { name: "RGW account" }).fill(accountId)
    await dialog.getByRole("button", { name: "Create RGW user", exact: true }).click()
    const secret = await dialog.getByTestId("new-secret-key").innerText()
    await shown("cluster-new-user-key")
    await dialog.getByRole("button", { name: "I have copied it" }).click()
    await dialog.waitFor({ state: "detached" })
    expect(await page.content()).not.toContain(secret)
    await panel.getByRole("heading", { name: "robot" }).waitFor()
    await panel.getByText(accountId).waitFor()

    await panel.getByRole("button", { name: "Change" }).click()
    await dialog.getByLabel("Display name").fill("collector")
    await dialog.getByLabel("Delete").uncheck()
    await dialog.getByLabel("Default placement").fill("nowhere")
    await shown("cluster-user-profile")
    await cancel(true)
    await panel.getByTestId("profile").getByText("Read, write, delete").waitFor()
    await panel.getByRole("button", { name: "Change" }).click()
    await dialog.getByLabel("Default placement").fill("nowhere")
    await dialog.getByRole("button", { name: "Save changes" }).click()
    await dialog.getByText("This gateway has no placement target nowhere").waitFor()
    await dialog.getByLabel("Default placement").fill("default-placement")
    await dialog.getByLabel("Display name").fill("collector")
    await dialog.getByLabel("Delete").uncheck()
    await save("Save changes")
    await row("robot").getByText("collector").waitFor({ state: "attached" })
    await panel.getByTestId("profile").getByText("Read, write", { exact: true }).waitFor()
    await shown("cluster-user-overview")
    await open("Quotas and limits")
    await panel.getByRole("region", { name: "Rate limits" }).getByRole("button", { name: "Change" }).click()
    await dialog.getByLabel("Enabled").check()
    await dialog.getByLabel("Reading requests a minute").fill("600")
    await save("Save rate limits")
    await panel.getByTestId("rate-limits").getByText("600 requests").waitFor()
    await shown("cluster-user-limits")
    await open("Capabilities")
    await panel.getByRole("button", { name: "Change" }).click()
    await dialog.getByLabel("usage", { exact: true }).selectOption("read")
    await save("Save capabilities")
    await panel.getByTestId("caps").getByText("usage", { exact: true }).waitFor()
    await shown("cluster-user-capabilities")
    await panel.getByRole("button", { name: "Suspend robot" }).click()
    await cancel(false)
    await row("robot").getByText("Active").waitFor()
    await panel.getByRole("button", { name: "Suspend robot" }).click()
    await save("Suspend")
    await row("robot").getByText("Suspended").waitFor()
  }, 120_000)

  it("list the buckets of all contexts, each with its context, and lead to the bucket's page", async () => {
    const { page } = window
    await page.goto(`${service.origin}/storage-ops/buckets`)
    await grid().getByText("sample-documents", { exact: true }).first().waitFor()
    await filterBy("Name", "documents")
    await filters().getByText("documents").waitFor()
    await expectAccessible(page)
    await pictured(window, "ops-buckets")
    await grid()
      .getByRole("link", { name: /^Open sample-documents in / })
      .first()
      .click()
    await page.waitForURL(/\/manager\/buckets\/sample-documents\?context_id=/)
  })

  it("read the objects of a bucket with a key of its owner, and offer no change of them", async () => {
    const { page } = window
    await page.goto(`${service.origin}/cluster-admin/buckets?name=documents`)
    await grid().getByText("sample-documents", { exact: true }).click()
    await page.getByTestId("panel").getByRole("link", { name: "Browse objects" }).click()
    const explorer = page.getByTestId("explorer")
    await explorer.getByText("readme.txt", { exact: true }).waitFor()
    await page.getByText("You read with a key of the bucket’s owner.").waitFor()
    expect(await page.getByRole("button", { name: /upload|folder with|New folder|More to do/i }).count()).toBe(0)
    expect(await grid().getByRole("checkbox").count()).toBe(0)
    await explorer.getByText("readme.txt", { exact: true }).click()
    const panel = page.getByTestId("panel")
    await panel.getByText("text/plain").waitFor()
    expect(await panel.getByRole("button", { name: /Edit|Delete|Share/ }).count()).toBe(0)
    await panel.getByRole("tab", { name: "Preview" }).click()
    await panel.getByText("This bucket lives in the sandbox gateway").waitFor()
    const download = page.waitForEvent("download")
    await panel.getByRole("button", { name: "Download", exact: true }).click()
    expect((await download).suggestedFilename()).toBe("readme.txt")
    await expectAccessible(page)
    await pictured(window, "cluster-browser")
    for (const view of ["Versions", "Unfinished uploads", "Search", "Size"]) {
      await page.getByRole("navigation", { name: "What is shown of the bucket" }).getByText(view).click()
      await expect.poll(() => page.url()).toContain(`view=${view.toLowerCase().split(" ").at(-1)}`)
    }
    await page.getByTestId("size-children").getByRole("link", { name: "readme.txt", exact: true }).waitFor()
    expect(await page.getByRole("button", { name: /^Delete/ }).count()).toBe(0)
    await page.setViewportSize({ width: 390, height: 844 })
    await page.getByRole("link", { name: "All buckets" }).click()
    await grid().getByText("sample-documents", { exact: true }).waitFor()
    expect(await page.evaluate("document.documentElement.scrollWidth <= innerWidth")).toBe(true)
    await expectAccessible(page)
    await page.setViewportSize({ width: 1280, height: 800 })
    await page.getByRole("navigation").getByRole("link", { name: "Object browser" }).waitFor()
    const { rows } = await database.query("select message from audit_logs where action = 'bucket.browse'")
    expect(rows.length).toBeGreaterThan(0)
  })

  it("show features as columns for every owner, from the gateway's metadata", async () => {
    const { page } = window
    const columns = "features.tags,features.versioning,params.lifecycle_expiration_days,params.cors_allowed_origin"
    await page.goto(`${service.origin}/cluster-admin/buckets?${new URLSearchParams({ columns })}`)
    await grid().getByRole("row").filter({ hasText: "sample-versions" }).getByText("On", { exact: true }).waitFor()
    await grid().getByRole("row").filter({ hasText: "sample-documents" }).getByText("Not set").first().waitFor()
    await grid().getByText("S3 tags").waitFor()
    await grid().getByText("CORS origins").waitFor()
    await grid()
      .getByRole("row")
      .filter({ hasText: "sample-versions" })
      .getByText("—", { exact: true })
      .first()
      .waitFor()
    await expectAccessible(page)
  })

  it("advise on buckets, and each advice leads to its buckets in the list", async () => {
    const { page } = window
    for (const workspace of ["cluster-admin", "storage-ops"]) {
      await page.goto(`${service.origin}/${workspace}/buckets`)
      await page.getByRole("navigation").getByRole("link", { name: "Advice" }).click()
      const entry = page.getByTestId("advice").filter({ hasText: "No lifecycle rules" })
      await entry.waitFor()
      await expectAccessible(page)
      if (workspace === "cluster-admin") {
        const exposure = page.getByTestId("endpoint-exposure")
        await exposure.getByText("Not checked yet.").waitFor()
        for (const statement of NIGHTLY_EXPOSURE) await database.query(statement)
        await page.reload()
        await entry.waitFor()
        await exposure.getByTestId("exposed-bucket").getByText("sample-documents").waitFor()
        await exposure.getByTestId("exposure-change").getByText("More open").waitFor()
        await expectAccessible(page)
      }
      await pictured(window, `${workspace}-advice`)
      const link = entry.getByRole("link")
      const count = /^\d+/.exec(await link.innerText())?.[0]
      await link.click()
      await filters().getByText("1 rule").waitFor()
      await status()
        .getByText(new RegExp(`^${count} (of \\d+ )?buckets?`))
        .waitFor()
    }
    await page.getByRole("button", { name: /^Rules \(JSON\)/ }).click()
    const editor = page.getByRole("dialog", { name: "Filter" })
    await editor.getByRole("textbox").fill("{")
    await editor.getByRole("button", { name: "Apply" }).click()
    await editor.getByText("Expected rules as JSON").waitFor()
    await editor.getByRole("textbox").fill('[{"field": "name", "op": "in", "value": ["sample-documents"]}]')
    await editor.getByRole("button", { name: "Apply" }).click()
    await grid().getByText("sample-documents", { exact: true }).first().waitFor()
    await expect.poll(() => grid().getByText("sample-versions", { exact: true }).count()).toBe(0)
    await editor.waitFor({ state: "hidden" })
    await filterBy("Feature: Lifecycle", null, "not set")
    await filters().getByText("not set").waitFor()
    await page.goto(`${service.origin}/storage-ops/buckets?${new URLSearchParams({ name: "a", rules: ANY_RULES })}`)
    await page.getByText("cannot be combined with other filters").first().waitFor()
    await page.evaluate("localStorage.clear()")
  })

  it("change the buckets that match: a plan, anew when stale, a run, its report and undo", async () => {
    const { page } = window
    const dialog = page.getByRole("dialog", { name: "Change buckets" })
    const plan = dialog.getByTestId("plan")
    await page.goto(`${service.origin}/cluster-admin/buckets?name=documents`)
    await status()
      .getByText(/^1 of \d+ buckets/)
      .waitFor()
    const endpoint = new URL(page.url()).searchParams.get("endpoint_id")
    await page.getByRole("button", { name: "Change…" }).click()
    await dialog.getByText("1 bucket matches search and filters").waitFor()
    await dialog.getByLabel("Change", { exact: true }).selectOption("lifecycle")
    await dialog.getByTestId("change-lifecycle").getByRole("button", { name: "Begin with a template" }).waitFor()
    await dialog.getByLabel("Change", { exact: true }).selectOption("tags")
    await dialog.getByRole("textbox", { name: "Key", exact: true }).fill("bulk")
    await dialog.getByRole("textbox", { name: "Value" }).fill("one")
    await expectAccessible(page)
    await dialog.getByRole("button", { name: "Preview" }).click()
    await plan.getByRole("heading", { name: "Change tags of 1 bucket" }).waitFor()
    await plan.getByText("bulk=one").waitFor()
    await expectAccessible(page)
    await pictured(window, "bulk-change-plan")
    await page.setViewportSize({ width: 390, height: 844 })
    expect(await dialog.evaluate((element) => element.scrollWidth <= element.clientWidth)).toBe(true)
    await page.setViewportSize({ width: 1280, height: 800 })

    const root = `/cluster-admin/endpoints/${endpoint}`
    const other = {
      selection: { query: { advanced_filter: { rules: [{ field: "name", op: "eq", value: "sample-documents" }] } } },
      change: { kind: "tags", set: [{ key: "other", value: "two" }], remove: [] }
    }
    const { plan_hash } = await api<{ plan_hash: string }>(page, "POST", `${root}/bucket-changes/plan`, other)
    const { id: otherRun } = await api<{ id: number }>(page, "POST", `${root}/bucket-changes`, { ...other, plan_hash })
    const stateOf = async (id: number) => (await api<{ state: string }>(page, "GET", `${root}/work/${id}`)).state
    await expect.poll(() => stateOf(otherRun), { timeout: 30_000 }).toBe("completed")
    await dialog.getByRole("button", { name: "Change tags of 1 bucket" }).click()
    await dialog.getByRole("alert").getByText("Nothing was started: review the new plan.").waitFor()
    await plan.getByText(/other=two, bulk=one/).waitFor()
    await dialog.getByRole("button", { name: "Change tags of 1 bucket" }).click()
    await dialog.waitFor({ state: "detached" })

    await page.getByRole("navigation").getByRole("link", { name: "Long work" }).click()
    await page
      .getByRole("button", { name: /^Change tags of 1 bucket/ })
      .first()
      .click()
    const run = page.getByTestId("run")
    await run.getByText("Completed", { exact: true }).waitFor()
    await run.getByText(/→ .*bulk=one/).waitFor()
    await expectAccessible(page)
    await pictured(window, "bulk-change-run")
    const report = await run.getByRole("link", { name: "Report as CSV" }).getAttribute("href")
    expect(await (await page.request.get(`${service.origin}${report}`)).text()).toContain("bulk=one")
    await run.getByRole("button", { name: "Undo" }).click()
    await page.getByRole("dialog", { name: "Undo this run" }).getByRole("button", { name: "Undo" }).click()
    await run.getByText("Undone", { exact: true }).first().waitFor()
  })

  it("compare buckets with a golden template, and lead to the plan of those that differ", async () => {
    const { page } = window
    await page.goto(`${service.origin}/cluster-admin/buckets`)
    await page.getByRole("navigation").getByRole("link", { name: "Golden templates" }).click()
    await page.getByText("No golden template yet").waitFor()
    await page.getByRole("button", { name: "Create template" }).click()
    const editor = page.getByRole("dialog", { name: "Create golden template" })
    await editor.getByRole("textbox", { name: "Name" }).fill("Documents")
    await addFilter(editor, "Name")
    await page.getByRole("dialog", { name: "Filter" }).getByRole("textbox").fill("sample-documents\nsample-versions")
    await page.getByRole("dialog", { name: "Filter" }).getByRole("button", { name: "Apply" }).click()
    await filters().getByText("one of 2").waitFor()
    await editor.getByRole("button", { name: "JSON", exact: true }).click()
    const rules = editor.getByRole("textbox", { name: /^Rules \(JSON\)/ })
    expect(JSON.parse(await rules.inputValue())).toEqual(TWO_BUCKETS)
    await editor.getByRole("button", { name: "Filters", exact: true }).click()
    await filters().getByText("one of 2").waitFor()
    await editor.getByRole("textbox", { name: /^Copy the settings/ }).fill("sample-versions")
    await editor.getByRole("button", { name: "Read settings" }).click()
    await editor.getByText("Versioning: on").waitFor()
    await editor.getByLabel("Add a setting").selectOption("tags")
    await editor.getByRole("textbox", { name: "Key", exact: true }).fill("team")
    await editor.getByRole("textbox", { name: "Value" }).fill("golden")
    await editor.getByRole("button", { name: "Add to the template" }).click()
    await editor.getByText("Tags: team=golden").waitFor()
    await expectAccessible(page)
    await editor.getByRole("button", { name: "Create" }).click()
    await editor.waitFor({ state: "detached" })
    await page.getByTestId("golden-template").getByText("2 differ, 0 unknown, 0 agree").waitFor()
    await expectAccessible(page)
    await page.getByRole("button", { name: "Show drift from Documents" }).click()
    const differing = page.getByTestId("bucket-drift").filter({ hasText: "sample-documents" })
    await differing.getByText(/^Versioning: not set → On/).waitFor()
    await expectAccessible(page)
    await pictured(window, "golden-template-drift")
    await page.setViewportSize({ width: 390, height: 844 })
    expect(await page.evaluate("document.documentElement.scrollWidth <= innerWidth")).toBe(true)
    await page.setViewportSize({ width: 1280, height: 800 })
    await page.getByRole("button", { name: "Change 2 buckets…" }).click()
    const dialog = page.getByRole("dialog", { name: "Change buckets" })
    await dialog.getByText(/2 buckets get the settings of the golden template/).waitFor()
    await dialog.getByRole("button", { name: "Preview" }).click()
    await dialog
      .getByTestId("plan")
      .getByRole("heading", { name: / of 2 buckets$/ })
      .waitFor()
    await page.keyboard.press("Escape")
    await dialog.waitFor({ state: "detached" })
    await page.getByRole("button", { name: "All templates" }).click()
    await page.getByRole("button", { name: "Delete Documents" }).click()
    await page.getByRole("dialog").getByRole("button", { name: "Delete" }).click()
    await page.getByText("No golden template yet").waitFor()
  })

  it("edit a golden template, by keyboard too; a refused or cancelled edit saves nothing", async () => {
    const { page } = window
    await page.goto(`${service.origin}/cluster-admin/buckets?name=${TWO_BUCKETS.rules[0]?.value.join(",")}`)
    await status()
      .getByText(/^2 of \d+ buckets/)
      .waitFor()
    const endpoint = new URL(page.url()).searchParams.get("endpoint_id")
    const root = `/cluster-admin/endpoints/${endpoint}/golden-templates`
    const stored = async () => {
      const { items } = await api<{
        items: ReadonlyArray<{ version: number; filter: unknown; settings: ReadonlyArray<unknown> }>
      }>(page, "GET", root)
      return items.map(({ filter, settings, version }) => ({ filter, settings, version }))
    }
    const tags = { kind: "tags", set: [{ key: "team", value: "golden" }], remove: ["draft"] }
    const quota = { kind: "quota", value: { max_size_bytes: null, max_objects: 5, enabled: true } }
    const versioning = { kind: "versioning", value: { status: "enabled" } }

    await pictured(window, "cluster-buckets-filtered")
    await page.getByRole("button", { name: "Create a golden template from this filter" }).click()
    const creation = page.getByRole("dialog", { name: "Create golden template" })
    await creation.getByText("one of 2").waitFor()
    await creation.getByRole("textbox", { name: "Name" }).fill("Two buckets")
    await creation.getByRole("button", { name: "Create" }).click()
    await creation.getByRole("alert").getByText("Add at least one setting.").waitFor()
    await creation.getByLabel("Add a setting").selectOption("versioning")
    await creation.getByRole("button", { name: "Add to the template" }).click()
    await creation.getByText("Versioning: on").waitFor()
    expect(await creation.getByRole("alert").count()).toBe(0)
    await pictured(window, "golden-template-from-list")
    await creation.getByRole("button", { name: "Create" }).click()
    await page.getByRole("heading", { name: "Golden templates" }).waitFor()
    const [created] = await stored()
    expect(created).toMatchObject({ filter: TWO_BUCKETS, settings: [versioning] })
    const { id } = (await api<{ items: ReadonlyArray<{ id: number }> }>(page, "GET", root)).items[0] ?? { id: 0 }
    await api(page, "PUT", `${root}/${id}`, {
      name: "Two buckets",
      filter: TWO_BUCKETS,
      settings: [versioning, tags, quota],
      version: created?.version
    })
    const [before] = await stored()
    await page.reload()

    const editor = page.getByRole("dialog", { name: "Edit golden template" })
    const edit = async () => {
      await page.getByRole("button", { name: "Edit Two buckets" }).click()
      await filters().getByText("one of 2").waitFor()
    }
    await edit()
    await editor.getByRole("button", { name: "Edit Tags" }).click()
    const value = editor.getByRole("textbox", { name: "Value" })
    expect(await value.inputValue()).toBe("golden")
    expect(await editor.getByRole("textbox", { name: /^Keys of tags to remove/ }).inputValue()).toBe("draft")
    await expectAccessible(page)
    await pictured(window, "golden-template-setting")
    await value.fill("changed")
    await editor.getByRole("button", { name: "Change in the template" }).click()
    await editor.getByText("Tags: team=changed; without draft").waitFor()
    await editor.getByRole("button", { name: "Cancel" }).click()
    await editor.waitFor({ state: "detached" })
    expect(await stored()).toEqual([before])

    await edit()
    await editor.getByRole("button", { name: "JSON", exact: true }).click()
    const rules = editor.getByRole("textbox", { name: /^Rules \(JSON\)/ })
    await rules.fill("{")
    await editor.getByRole("button", { name: "Filters", exact: true }).click()
    await editor.getByText(/^Expected rules as JSON: /).waitFor()
    await editor.getByRole("button", { name: "Save" }).click()
    await editor.getByText(/^Expected rules as JSON: /).waitFor()
    await rules.fill('[{"field": "name", "op": "in", "value": ["a"]}, {"field": "owner", "op": "gte", "value": "a"}]')
    await editor.getByRole("button", { name: "Save" }).click()
    await editor.getByText(/^Rule 2 \(owner\): Expected an operator of owner/).waitFor()
    await expectAccessible(page)
    await pictured(window, "golden-template-json")
    expect(await stored()).toEqual([before])
    await rules.fill(JSON.stringify({ match: "any", rules: TWO_BUCKETS.rules }))
    await editor.getByRole("button", { name: "Filters", exact: true }).click()
    await filters().getByText("one of 2").waitFor()
    await pictured(window, "golden-template-chips")

    const press = async (...keys: ReadonlyArray<string>) => {
      for (const key of keys) await page.keyboard.press(key)
    }
    const isFocused = (locator: Locator) => locator.and(page.locator(":focus")).waitFor()
    const focused = (name: string) => isFocused(editor.getByRole("button", { name }))
    await editor.getByRole("button", { name: "Add filter" }).focus()
    await press("Enter")
    const menu = page.getByRole("dialog", { name: "Filter" })
    await isFocused(menu.getByRole("button", { name: /^Name/ }))
    await press("ArrowDown", "Enter")
    await menu.getByRole("textbox", { name: "Owner" }).waitFor()
    await isFocused(menu.getByRole("textbox"))
    await pictured(window, "golden-template-menu")
    await page.keyboard.type("sample")
    await press("Enter")
    await filters().getByText("“sample”").waitFor()
    await focused("Add filter")
    await press("Tab")
    await focused("Edit Versioning")
    await press("Tab", "Tab")
    await focused("Edit Tags")
    await press("Enter")
    await isFocused(editor.getByRole("textbox", { name: "Key", exact: true }))
    await press("Escape")
    await editor.waitFor({ state: "detached" })
    expect(await stored()).toEqual([before])

    await edit()
    await addFilter(editor, "Owner")
    await menu.getByRole("textbox").fill("sample")
    await menu.getByRole("button", { name: "Apply" }).click()
    await filters().getByText("“sample”").waitFor()
    await editor.getByRole("button", { name: "Edit Quota" }).click()
    await editor.getByRole("textbox", { name: "At most objects" }).fill("7")
    await editor.getByRole("button", { name: "Save" }).click()
    await editor
      .getByRole("alert")
      .getByText(/^Apply the opened setting/)
      .waitFor()
    await editor.getByRole("button", { name: "Change in the template" }).click()
    await editor.getByText("Quota: 7 objects").waitFor()
    await focused("Edit Quota")
    await editor.getByRole("button", { name: "Save" }).click()
    await editor.waitFor({ state: "detached" })
    const [after] = await stored()
    expect(after).toMatchObject({
      filter: { match: "all", rules: [...TWO_BUCKETS.rules, { field: "owner", op: "contains", value: "sample" }] },
      settings: [versioning, tags, { ...quota, value: { ...quota.value, max_objects: 7 } }]
    })
    await api(page, "DELETE", `${root}/${id}`)
  })

  it("change selected rows alone; a selection does not outlive a reload", async () => {
    const { page } = window
    await page.goto(`${service.origin}/storage-ops/buckets`)
    await grid()
      .getByRole("checkbox", { name: /sample-documents/ })
      .first()
      .check()
    await status().getByRole("button", { name: "Change…" }).click()
    const dialog = page.getByRole("dialog", { name: "Change buckets" })
    expect(await dialog.getByRole("radio", { name: "1 selected" }).isChecked()).toBe(true)
    await dialog.getByLabel("Change", { exact: true }).selectOption("copy_features")
    await dialog.getByRole("textbox", { name: "Copy from bucket" }).fill("no-such-bucket")
    await dialog.getByRole("checkbox", { name: "Lifecycle" }).check()
    await dialog.getByRole("button", { name: "Preview" }).click()
    await dialog.getByText("There is no such bucket here.").first().waitFor()
    await page.keyboard.press("Escape")
    await dialog.waitFor({ state: "detached" })
    await page.reload()
    await grid().getByText("sample-documents", { exact: true }).first().waitFor()
    expect(await grid().getByRole("checkbox", { checked: true }).count()).toBe(0)
  })
})
