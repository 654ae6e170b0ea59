import { expect, it } from "vitest"
import { chromiumLack } from "../support/Chromium.ts"
import type { OwnDatabase } from "../support/ownDatabase.ts"
import { requirement } from "../support/Requirement.ts"
import type { ServiceProcess } from "../support/ServiceProcess.ts"
import { api, expectAccessible, reach, type Window } from "./console.ts"
import { pictured } from "./support/pictured.ts"
import { withConsole } from "./withConsole.ts"

const GIB = 1024 ** 3

requirement("Chromium", chromiumLack())("quotas and billing", () => {
  let service: ServiceProcess
  let window: Window
  let database: OwnDatabase
  let account: { readonly id: number; readonly name: string }
  withConsole("quotas", async (opened) => {
    ;({ database, service, window } = opened)
    const { items } = await api<{ items: ReadonlyArray<typeof account> }>(window.page, "GET", "/admin/accounts")
    account = items[0]!
    const forecast = {
      bytes_per_day: { low: 0.8 * GIB, likely: GIB, high: 1.2 * GIB },
      objects_per_day: { low: 0, likely: 4, high: 9 },
      time_until_full: { limit: "bytes", earliest_days: 22, likely_days: 27, latest_days: 34 },
      unknown_reason: null
    }
    await database.query(
      `insert into quota_states (subject_type, subject_id, state, alerted, usage_ratio, used_bytes, object_count,
         quota_max_bytes, quota_max_objects, quota_read_at, measured_at)
       values ('S3Account', $1, 'threshold', true, 0.9, $2, 4200, $3, 10000, now(), now())`,
      [account.id, 90 * GIB, 100 * GIB]
    )
    await database.query(
      `insert into quota_forecasts (subject_type, subject_id, forecast, likely_days, computed_at)
       values ('S3Account', $1, $2, 27, now())`,
      [account.id, JSON.stringify(forecast)]
    )
    await database.query(
      `insert into quota_alerts (subject_type, subject_id, state, title, message, created_at)
       values ('S3Account', $1, 'threshold', 'Quota of it is almost full', 'It uses 90.0 GiB of 100.0 GiB.', now())`,
      [account.id]
    )
    await database.query(
      `insert into quota_usage_daily
       select 'S3Account', $1::int, (now() at time zone 'UTC')::date - d, storage_endpoint_id, 1, b, b, b, b,
         4200 - d * 4, 4200 - d * 4, 4200 - d * 4, 4200 - d * 4, true, $2::bigint, 10000
       from rgw_accounts, generate_series(0, 20) d, lateral (select ((90 - d) * $3::bigint) as b) x where id = $1`,
      [account.id, 100 * GIB, GIB]
    )
    await database.query(
      `insert into rgw_users (name, rgw_user_uid, storage_endpoint_id, access_key, secret, created_at)
       select 'batch', 'batch', storage_endpoint_id, 'none', 'none', now() from rgw_accounts where id = $1`,
      [account.id]
    )
    await database.query(
      `insert into quota_usage_hourly
       select 'S3Account', $1::int, now() - h * interval '1 hour', storage_endpoint_id, $2::bigint - h * 1000000,
         4200 - h, true, null, null
       from rgw_accounts, generate_series(0, 47) h where id = $1`,
      [account.id, 90 * GIB]
    )
  })
  const grid = () => window.page.getByRole("grid")

  it("lists subjects by the time until their quota is full, and says what is unknown", async () => {
    const { page } = window
    await page.goto(`${service.origin}/admin`)
    await page.getByRole("navigation").getByRole("link", { name: "Quotas", exact: true }).click()
    const row = grid().getByRole("row").filter({ hasText: "Almost full" })
    await row.getByText("full in 3–5 weeks").waitFor()
    await row.getByText("90 GiB of 100 GiB").waitFor()
    await row.getByText("4,200 of 10,000").waitFor()
    expect(await grid().getByRole("row").nth(1).innerText()).toContain(account.name)
    await grid().getByText("unknown: no history yet").first().waitFor()
    await expectAccessible(page)
    await pictured(window, "quotas")
    await page.goto(`${service.origin}/admin/quotas?state=threshold`)
    await page
      .getByTestId("table-status")
      .getByText(/^1 of \d+ quotas/)
      .waitFor()
  })

  it("leads by keyboard to a subject with its growth, its last alert and charts by day and by hour", async () => {
    const { page } = window
    await page.goto(`${service.origin}/admin/quotas?open=S3Account%2F${account.id}`)
    const panel = page.getByTestId("panel")
    await reach(page, panel.getByRole("link", { name: "Open" }))
    await page.keyboard.press("Enter")
    await page.waitForURL(/\/admin\/quotas\/S3Account\/\d+$/)
    const state = page.getByTestId("quota-state")
    await state.getByText("+1 GiB a day (+819 MiB to +1.2 GiB)").waitFor()
    await state.getByText("It uses 90.0 GiB of 100.0 GiB.").waitFor()
    const history = page.getByTestId("quota-history")
    await history.getByText("Quota", { exact: true }).waitFor()
    await expectAccessible(page)
    await pictured(window, "quota-subject")
    await reach(page, history.getByRole("button", { name: "7 days by hour" }))
    await page.keyboard.press("Enter")
    await history.getByText("Quota", { exact: true }).waitFor({ state: "detached" })
    await history.getByRole("button", { name: "Show as table" }).click()
    await expect.poll(() => history.getByRole("row").count()).toBe(49)
  })

  it("bills: a rate card, a statement with exact amounts, a credit, and the days behind it", async () => {
    const { page } = window
    const month = new Date().toISOString().slice(0, 7)
    await database.query(
      `insert into billing_daily (subject_type, subject_id, day, subject_name, storage_endpoint_id,
         storage_endpoint_name, byte_hours, measured_hours, operations, bytes_sent, bytes_received, collected_hours)
       select 'S3Account', a.id, $2::date, a.name, e.id, e.name, $3::numeric, 24, '{"get_obj": 3000}', 0, 0, 24
       from rgw_accounts a join storage_endpoints e on e.id = a.storage_endpoint_id where a.id = $1`,
      [account.id, `${month}-01`, 24 * GIB]
    )
    await page.goto(`${service.origin}/admin`)
    await page.getByRole("navigation").getByRole("link", { name: "Billing", exact: true }).click()
    const sides = page.getByRole("navigation", { name: "Sides of billing" })
    await grid().getByText("1 day without a rate card").waitFor()
    await sides.getByRole("link", { name: "Rate cards" }).click()
    await page.getByRole("link", { name: "Create rate card" }).first().click()
    await page.getByRole("heading", { name: "Create rate card" }).waitFor()
    await page.getByLabel("Name", { exact: true }).fill("Standard")
    await page.getByLabel("Currency", { exact: true }).fill("eur")
    await page.getByLabel("Valid from").fill(`${month}-01`)
    await page.getByLabel("Price of a GiB-month").fill("30.1")
    await page.getByLabel("Price of a GiB sent").fill("0")
    await page.getByLabel("Reads").fill("0.1")
    await expectAccessible(page)
    await pictured(window, "rate-card")
    await page.getByRole("button", { name: "Create rate card" }).click()
    const panel = page.getByTestId("panel")
    await panel.getByText("0.1 EUR per 1,000").waitFor()
    await expectAccessible(page)
    await pictured(window, "rate-cards")

    await sides.getByRole("link", { name: "Statements" }).click()
    await grid().getByText(account.name, { exact: true }).click()
    await panel.getByTestId("statement-lines").getByText("3.000000 thousand calls at 0.1 EUR, Standard").waitFor()
    await panel.getByTestId("statement-lines").getByText("0.30 EUR").waitFor()
    await panel.getByRole("button", { name: "Add credit" }).click()
    const dialog = page.getByRole("dialog")
    await dialog.getByLabel("Amount").fill("0.1")
    await dialog.getByLabel("Currency").fill("EUR")
    await dialog.getByLabel("Reason").fill("Outage")
    await expectAccessible(page)
    await dialog.getByRole("button", { name: "Add credit" }).click()
    await dialog.waitFor({ state: "detached" })
    await panel.getByTestId("statement-credits").getByText("Outage").waitFor()
    await expectAccessible(page)
    await pictured(window, "statements")
    const [download] = await Promise.all([
      page.waitForEvent("download"),
      page.getByRole("link", { name: "Download CSV" }).click()
    ])
    expect(download.suggestedFilename()).toBe(`statements-${month}.csv`)

    await panel.getByRole("button", { name: "Delete the credit Outage" }).click()
    await dialog.getByLabel("Type “Outage” to confirm").fill("Outage")
    await dialog.getByRole("button", { name: "Delete credit" }).click()
    await panel.getByText("No credits in this month.").waitFor()
    await sides.getByRole("link", { name: "Daily usage" }).click()
    await grid().getByText("25,769,803,776").click()
    await panel.getByText("24 of 24 hours").first().waitFor()
    await expectAccessible(page)
    await pictured(window, "billing-days")
  }, 60_000)

  it("changes and deletes a rate card; statements of the past follow", async () => {
    const { page } = window
    const panel = page.getByTestId("panel")
    const linesOfStatement = async () => {
      await page.goto(`${service.origin}/admin/billing`)
      await grid().getByText(account.name, { exact: true }).click()
      return panel.getByTestId("statement-lines")
    }
    await page.goto(`${service.origin}/admin/billing/rate-cards`)
    await grid().getByText("Standard", { exact: true }).click()
    await panel.getByRole("link", { name: "Open" }).click()
    await page.waitForURL(/\/rate-cards\/\d+$/)
    const reads = page.getByLabel("Reads")
    await reads.fill("cheap")
    await page.getByRole("button", { name: "Save changes" }).click()
    await page.getByText("Expected a price such as 0.023").first().waitFor()
    await reads.fill("0.2")
    await expectAccessible(page)
    await page.getByRole("button", { name: "Save changes" }).click()
    await page.getByText("Standard is saved").waitFor()
    await (await linesOfStatement()).getByText("3.000000 thousand calls at 0.2 EUR, Standard").waitFor()

    await page.goto(`${service.origin}/admin/billing/rate-cards`)
    await grid().getByText("Standard", { exact: true }).click()
    await panel.getByRole("link", { name: "Open" }).click()
    await page.waitForURL(/\/rate-cards\/\d+$/)
    await page.getByRole("button", { name: "Delete", exact: true }).click()
    const dialog = page.getByRole("dialog")
    await dialog.getByLabel("Type “Standard” to confirm").fill("Standard")
    await expectAccessible(page)
    await dialog.getByRole("button", { name: "Delete rate card" }).click()
    await page.waitForURL(/\/rate-cards$/)
    await page.getByText("No rate card yet").waitFor()
    await page.goto(`${service.origin}/admin/billing`)
    await grid().getByText("1 day without a rate card").waitFor()
  }, 60_000)
})
