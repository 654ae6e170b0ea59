import { expect, it } from "vitest"
import { runStowage } from "../support/cli.ts"
import { chromiumLack } from "../support/Chromium.ts"
import { requirement } from "../support/Requirement.ts"
import type { ServiceProcess } from "../support/ServiceProcess.ts"
import { api, expectAccessible, type Window } from "./console.ts"
import { pictured } from "./support/pictured.ts"
import { withConsole } from "./withConsole.ts"

requirement("Chromium", chromiumLack())("pages of jobs, comparisons and migrations", () => {
  let service: ServiceProcess
  let window: Window
  let context = ""
  withConsole("work-pages", async (opened) => {
    ;({ service, window } = opened)
    const [first] = await api<ReadonlyArray<{ id: string }>>(
      window.page,
      "GET",
      "/me/execution-contexts?workspace=manager"
    )
    context = first?.id ?? ""
    await api(window.page, "POST", `/manager/buckets?context_id=${context}`, { name: "compared-copy" })
  })
  const dialog = () => window.page.getByRole("dialog")

  it("lists scheduled jobs, runs one and shows its report", async () => {
    const { page } = window
    await page.goto(`${service.origin}/admin`)
    await page.getByRole("navigation").getByRole("link", { name: "Jobs", exact: true }).click()
    const row = page.getByRole("grid").getByRole("row").filter({ hasText: "Notification retention" })
    await row.getByText("Daily at 03:30 UTC").waitFor()
    await row.getByText("Not run yet").waitFor()
    await row.click()
    const panel = page.getByTestId("panel")
    await panel.getByText("This job has not run yet.").waitFor()
    await panel.getByRole("button", { name: "Run now" }).click()
    await page.getByText("Notification retention: completed").waitFor()
    await row.getByText("Completed").waitFor()
    const runs = panel.getByTestId("job-runs")
    await runs.getByText("by an administrator").waitFor()
    await runs.getByText("Report").click()
    await expect.poll(() => runs.locator("dd").count()).toBeGreaterThan(0)
    await expectAccessible(page)
    await pictured(window, "jobs")
  }, 60_000)

  it("compares two buckets and shows counts, differences and settings; makes the target equal", async () => {
    const { page } = window
    await page.goto(`${service.origin}/manager/buckets?context_id=${context}`)
    await page.getByRole("navigation").getByRole("link", { name: "Comparisons", exact: true }).click()
    await page.getByRole("button", { name: "Compare buckets" }).first().click()
    await dialog().getByLabel("Source bucket").fill("sample-documents")
    await dialog().getByLabel("Target bucket").fill("compared-copy")
    await expectAccessible(page)
    await dialog().getByRole("button", { name: "Compare", exact: true }).click()
    await page.getByRole("heading", { name: "sample-documents → compared-copy", level: 1 }).waitFor()
    const result = page.getByTestId("comparison")
    await result.getByText("Completed").waitFor()
    await result.getByText("Different", { exact: true }).first().waitFor()
    await page.getByTestId("settings-compared").getByText("versioning").waitFor()
    const differences = page.getByTestId("differences")
    await differences.getByText("Missing").first().waitFor()
    await page.getByRole("combobox", { name: "Verdict" }).selectOption("extra")
    await page.getByText("No such difference.").waitFor()
    await page.getByRole("combobox", { name: "Verdict" }).selectOption("")
    await differences.waitFor()
    await page.getByLabel("Copy missing objects").check()
    await page.getByRole("button", { name: "Preview" }).click()
    await page.getByTestId("plan").waitFor()
    await expectAccessible(page)
    await pictured(window, "comparison")
    await page
      .getByTestId("plan")
      .getByRole("button", { name: /^Run \d+ change/ })
      .click()
    await page.getByRole("link", { name: "Open the report" }).first().waitFor()
    await page.getByRole("link", { name: "All comparisons" }).click()
    await page
      .getByRole("grid")
      .getByRole("row")
      .filter({ hasText: "sample-documents" })
      .getByText("Completed")
      .waitFor()
    await expectAccessible(page)
    await pictured(window, "comparisons")
  }, 60_000)

  it("drafts a migration, prechecks, starts and follows it, and deletes its report", async () => {
    const { page } = window
    await page.goto(`${service.origin}/manager/buckets?context_id=${context}`)
    await page.getByRole("navigation").getByRole("link", { name: "Migrations", exact: true }).click()
    await page.getByRole("button", { name: "Migrate buckets" }).first().click()
    await dialog().getByLabel("Buckets").fill("sample-pictures -> migrated-pictures\nsample-documents -> compared-copy")
    await expectAccessible(page)
    await dialog().getByRole("button", { name: "Save draft" }).click()
    await page.getByRole("heading", { name: "sample-pictures → migrated-pictures and 1 more", level: 1 }).waitFor()
    await page.getByRole("button", { name: "Precheck" }).click()
    const precheck = page.getByTestId("precheck")
    await precheck.getByRole("list", { name: "Information" }).first().waitFor()
    await precheck.getByText("Evidence").first().click()
    await expectAccessible(page)
    await pictured(window, "migration-draft")
    await page.getByRole("button", { name: "Start" }).click()
    const items = page.getByTestId("migration-items")
    await expect.poll(() => items.getByText("Done").count(), { timeout: 30_000 }).toBe(2)
    await page.getByTestId("migration").getByText("Completed", { exact: true }).waitFor()
    await expectAccessible(page)
    await pictured(window, "migration")
    await page.getByRole("link", { name: "All migrations" }).click()
    const row = page.getByRole("grid").getByRole("row").filter({ hasText: "migrated-pictures" })
    await row.getByText("Completed").waitFor()
    await pictured(window, "migrations")
    await row.click()
    await page.getByTestId("panel").getByRole("link", { name: "Open" }).click()
    await page.getByRole("button", { name: "Delete…" }).click()
    await dialog().getByRole("button", { name: "Delete", exact: true }).click()
    await page.getByText("No migration yet").waitFor()
  }, 60_000)

  it("follows a draft with a webhook through precheck, start and cutover to a certificate that is valid", async () => {
    const { page } = window
    await page.goto(`${service.origin}/manager/migrations?context_id=${context}`)
    await page.getByRole("button", { name: "Migrate buckets" }).first().click()
    await dialog().getByLabel("Buckets").fill("sample-pictures -> cut-over")
    await dialog().getByLabel("How").selectOption("pre_sync")
    const webhook = dialog().getByLabel("Webhook")
    await webhook.fill("https://other.example.org/")
    await dialog().getByRole("button", { name: "Send test event" }).click()
    await expect
      .poll(() => webhook.evaluate((field) => field.parentElement?.textContent))
      .toContain("other.example.org is not on BUCKET_MIGRATION_WEBHOOK_ALLOWED_HOSTS")
    await webhook.fill("https://hooks.example.org/stowage")
    await dialog().getByRole("button", { name: "Send test event" }).click()
    await dialog().getByTestId("webhook-test").getByText("The test event is not delivered").waitFor()
    await expectAccessible(page)
    await pictured(window, "migration-webhook")
    await dialog().getByRole("button", { name: "Save draft" }).click()
    await expect
      .poll(async () => (await dialog().getByTestId("webhook-secret").textContent())?.length)
      .toBeGreaterThan(30)
    await expectAccessible(page)
    await pictured(window, "migration-webhook-secret")
    await dialog().getByRole("button", { name: "I have copied it" }).click()
    await page.getByRole("heading", { name: "sample-pictures → cut-over", level: 1 }).waitFor()
    await page.getByRole("button", { name: "Precheck" }).click()
    await page.getByRole("button", { name: "Start" }).click()
    const state = page.getByTestId("migration")
    await state.getByText("Awaiting cutover", { exact: true }).waitFor()
    const cutover = page.getByRole("button", { name: "Cut over…" })
    await cutover.click()
    await dialog().getByText("sample-pictures", { exact: true }).waitFor()
    await expectAccessible(page)
    await dialog().getByRole("button", { name: "Cancel" }).click()
    await state.getByText("Awaiting cutover", { exact: true }).waitFor()
    await pictured(window, "migration-cutover")
    await cutover.click()
    await dialog().getByRole("button", { name: "Cut over", exact: true }).click()
    await state.getByText("Completed", { exact: true }).waitFor({ timeout: 60_000 })
    await page.getByTestId("migration-items").getByText("Done").waitFor()
    await expectAccessible(page)
    const downloading = page.waitForEvent("download")
    await page.getByRole("button", { name: "Certificate" }).click()
    const verified = await runStowage(["verify-certificate", await (await downloading).path()], {})
    expect(verified.stderr).toBe("")
    expect(verified.stdout).toContain("The signature is valid")
    expect(verified.stdout).toContain("Buckets: 1; not verified: none")
  }, 90_000)
})
