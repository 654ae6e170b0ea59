import { expect, it } from "vitest"
import { chromiumLack } from "../support/Chromium.ts"
import type { OwnDatabase } from "../support/ownDatabase.ts"
import { requirement } from "../support/Requirement.ts"
import type { ServiceProcess } from "../support/ServiceProcess.ts"
import { administrator, api, expectAccessible, type Window } from "./console.ts"
import { withConsole } from "./withConsole.ts"

requirement("Chromium", chromiumLack())("the audit trail and notifications in the console", () => {
  let service: ServiceProcess
  let admin: Window
  let database: OwnDatabase
  withConsole("audit", (opened) => ({ database, service, window: admin } = opened), {
    start: { env: { SANDBOX_GATEWAY: "false" } }
  })

  const write = (count: number, action: string, status = "success") =>
    database.query(
      `insert into audit_logs (created_at, actor_email, actor_role, actor_via, scope, action, entity_type, entity_id,
        status, message, metadata)
     select now(), 'grace@example.org', 'ui_admin', 'session', 'manager', $2, 'bucket', 'photos-' || n, $3,
       'Bucket photos-' || n || ' was touched', '{"n": 1}'
     from generate_series(1, $1::int) n`,
      [count, action, status]
    )

  it("lists what was done, opens an entry by its own address, and is accessible in both themes", async () => {
    const { page } = admin
    await write(120, "bucket.create")
    await page.goto(`${service.origin}/admin/audit`)
    const grid = page.getByRole("grid", { name: "Audit trail" })
    await grid.getByText("Bucket photos-120 was touched").waitFor()
    await grid.getByText("Bucket photos-120 was touched").click()
    const panel = page.getByTestId("panel")
    await panel.getByText("grace@example.org").waitFor()
    expect(await panel.innerText()).toContain('"n": 1')
    expect(page.url()).toMatch(/[?&]open=\d+/)
    await expectAccessible(page)
    await page.reload()
    await panel.getByText("Bucket photos-120 was touched").waitFor()
    await panel.getByText(/Link \d+ of the chain/).waitFor()
    await page.goBack()
  }, 60_000)

  it("filters role and scope on the service, outcome and action in the page, all in the address", async () => {
    const { page } = admin
    await write(3, "bucket.delete", "denied")
    const asked: Array<string> = []
    page.on("request", (request) => {
      if (request.url().includes("/api/admin/audit/logs?")) asked.push(request.url())
    })
    await page.goto(`${service.origin}/admin/audit?scope=manager&role=ui_admin`)
    await page.getByText("Bucket photos-3 was touched").first().waitFor()
    expect(asked.at(-1)).toMatch(/role=ui_admin/)
    expect(asked.at(-1)).toMatch(/scope=manager/)
    await page.getByRole("button", { name: "Filter", exact: true }).click()
    await page.getByRole("dialog", { name: "Filter" }).getByRole("button", { name: "Outcome" }).click()
    await page.getByRole("dialog", { name: "Filter" }).getByRole("button", { name: "Refused" }).click()
    await page.keyboard.press("Escape")
    await page.waitForURL(/status=denied/)
    await page.getByText(/Outcome and action were looked for among all \d+ entries/).waitFor()
    await expect.poll(() => page.getByTestId("count").innerText()).toMatch(/^3\b/)
    expect(asked.some((url) => url.includes("status=") || url.includes("action="))).toBe(false)
  }, 60_000)

  it("counts what comes while it is live, and moves no row until it is asked to", async () => {
    const { page } = admin
    await page.goto(`${service.origin}/admin/audit?scope=manager`)
    const rows = page.getByRole("grid", { name: "Audit trail" }).locator(".rt-body [role=row]")
    await rows.first().waitFor()
    await page.getByRole("switch", { name: "Live" }).click()
    await expect.poll(() => page.getByRole("switch", { name: "Live" }).locator(".text-ok").count()).toBe(1)
    await page.waitForTimeout(500)
    const before = await rows.first().innerText()
    await write(12, "bucket.empty")
    const show = page.getByRole("button", { name: "12 new entries · Show" })
    await show.waitFor()
    expect(await rows.first().innerText()).toBe(before)
    await show.click()
    await page.getByText("bucket.empty").first().waitFor()
    expect(await show.count()).toBe(0)
  }, 60_000)

  it("writes the whole trail to a file, as far as the filters let it through", async () => {
    const { page } = admin
    await page.goto(`${service.origin}/admin/audit?scope=manager&role=ui_admin`)
    await page.getByText("was touched").first().waitFor()
    await page.getByRole("button", { name: "Export" }).click()
    const [download] = await Promise.all([
      page.waitForEvent("download"),
      page.getByRole("button", { name: /^CSV/ }).click()
    ])
    expect(download.suggestedFilename()).toMatch(/^audit-trail-\d{4}-\d\d-\d\d\.csv$/)
    const chunks: Array<Buffer> = []
    for await (const chunk of await download.createReadStream()) chunks.push(chunk as Buffer)
    const lines = Buffer.concat(chunks).toString("utf8").trimEnd().split("\r\n")
    expect(lines).toHaveLength(1 + 135)
    expect(lines.every((line, index) => index === 0 || line.includes(",manager,bucket."))).toBe(true)
  }, 60_000)

  it("rings: a count without asking, what it is about by one press, and read when it is seen", async () => {
    const { page } = admin
    const {
      rows: [target]
    } = await database.query<{ id: number }>(
      `insert into ui_users (email, full_name, role, created_at, updated_at)
        values ('grace@example.org', 'Grace Hopper', 'ui_user', now(), now()) returning id`
    )
    const {
      rows: [request]
    } = await database.query<{ id: number }>(
      `insert into identity_link_requests (provider_type, provider_id, subject, email, reason, target_user_id, status,
        requested_at, expires_at)
       values ('oidc', 'company', 's', 'grace@example.org', 'by hand', $1, 'pending', now(), now() + interval '7 days')
         returning id`,
      [target?.id]
    )
    const notify = (title: string, type = "note", payload: object = {}) =>
      database.query(
        `insert into notifications (user_id, type, severity, title, message, payload_json, created_at)
       select id, $1, 'warning', $2, 'Somebody asks for something', $3, now() from ui_users where email = $4`,
        [type, title, payload, administrator.email]
      )
    await notify("First")
    const asked: Array<string> = []
    page.on("request", (sent) => {
      if (sent.url().includes("/api/notifications")) asked.push(sent.url())
    })
    await page.goto(`${service.origin}/admin/users`)
    await page.getByRole("button", { name: "Notifications, 1 unread" }).waitFor()
    await page.waitForTimeout(1500)
    expect(asked, "nothing is asked for before the first interaction").toEqual([])
    await page.mouse.move(200, 300)
    await page.mouse.move(220, 320)
    await expect.poll(() => asked.some((url) => url.endsWith("/stream")), { timeout: 15_000 }).toBe(true)
    await notify("An identity waits to be linked", "identity_link_request", { request_id: request?.id })
    const bell = page.getByRole("button", { name: "Notifications, 2 unread" })
    await bell.waitFor()
    await bell.click()
    const dialog = page.getByRole("dialog", { name: "Notifications" })
    await dialog.getByText("An identity waits to be linked").waitFor()
    await expectAccessible(page)
    await dialog.getByText("An identity waits to be linked").click()
    await page.waitForURL(/\/notifications\?open=\d+/)
    await page.getByRole("button", { name: "Notifications, 1 unread" }).waitFor()
    await expectAccessible(page)
    await page.getByTestId("panel").getByRole("link", { name: "Open what it is about" }).click()
    await page.waitForURL(/\/admin\/identity\/link-requests/)
    await page.getByTestId("panel").getByText("Grace Hopper").first().waitFor()
    await page.goto(`${service.origin}/notifications`)
    await page.getByRole("button", { name: "Mark all read" }).first().click()
    await page.getByRole("button", { name: "Notifications", exact: true }).waitFor()
    expect((await api<{ readonly unread_count: number }>(page, "GET", "/notifications")).unread_count).toBe(0)
  }, 90_000)

  it("looks right at every width in both themes", async () => {
    if (process.env["PICTURES"] === undefined) return
    const { page } = admin
    for (const [path, open] of [
      ["/admin/audit", "audit"],
      ["/notifications", "notifications"]
    ] as const) {
      for (const theme of ["light", "dark"]) {
        for (const width of [1440, 390, 320]) {
          await page.setViewportSize({ width, height: width > 1000 ? 900 : 780 })
          await page.goto(`${service.origin}${path}`)
          await page.locator(".rt-body [role=row]").first().waitFor()
          await page.evaluate(`document.documentElement.dataset.theme = "${theme}"`)
          if (width === 1440) await page.locator(".rt-body [role=row] a").first().click()
          await page.waitForTimeout(600)
          await page.screenshot({ path: `${process.env["PICTURES"]}/${open}-${theme}-${width}.png` })
        }
      }
    }
    await page.setViewportSize({ width: 390, height: 780 })
    await page.getByRole("button", { name: /^Notifications/ }).click()
    await page.waitForTimeout(800)
    await page.screenshot({ path: `${process.env["PICTURES"]}/bell-390.png` })
    await page.setViewportSize({ width: 1440, height: 900 })
  }, 120_000)

  it("pages complain about nothing", () => {
    expect(admin.complaints).toEqual([])
  })
})
