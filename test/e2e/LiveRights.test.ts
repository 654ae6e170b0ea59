import type { Page } from "playwright-core"
import { afterEach, expect, it } from "vitest"
import { chromiumLack } from "../support/Chromium.ts"
import { requirement } from "../support/Requirement.ts"
import type { ServiceProcess } from "../support/ServiceProcess.ts"
import { api, type Window } from "./console.ts"
import { withConsole } from "./withConsole.ts"

const password = "nothing like a dame, sir"

interface Group {
  readonly id: number
}

requirement("Chromium", chromiumLack())("rights that change while somebody looks", () => {
  let service: ServiceProcess
  let window: Window
  let page: Page
  let account: { readonly id: number }
  let grace: { readonly id: number }
  let managing: Page
  let browsing: Page
  const streams: Array<string> = []

  withConsole("live-rights", async (opened) => {
    ;({ service, window } = opened)
    page = window.page
    const [sandbox] = await api<ReadonlyArray<{ id: number }>>(page, "GET", "/admin/storage-endpoints")
    const me = await api<{ user: { id: number } }>(page, "GET", "/auth/session")
    account = await api(page, "POST", "/admin/accounts", {
      storage_endpoint_id: sandbox?.id,
      name: "weather-archive",
      user_links: [
        { user_id: me.user.id, manager_role: "account_administrator", allow_manager_browser_data_access: true }
      ]
    })
    await api(page, "POST", `/manager/buckets?context_id=${account.id}`, { name: "only-in-weather" })
    grace = await api(page, "POST", "/admin/users", {
      email: "grace@example.org",
      full_name: "Grace Hopper",
      role: "ui_user",
      password,
      manager_tools: {
        bucket_compare: false,
        bucket_migration: false,
        feature_rules: false,
        usage_stats: false,
        private_access: false
      }
    })
    const context = await window.browser.newContext({ viewport: { width: 1440, height: 900 }, reducedMotion: "reduce" })
    context.on("request", (request) => {
      if (request.url().endsWith("/api/notifications/stream")) streams.push(request.url())
    })
    managing = await context.newPage()
    managing.setDefaultTimeout(20_000)
    await managing.goto(`${service.origin}/login`)
    await managing.getByLabel(/e-mail/i).fill("grace@example.org")
    await managing.locator("input[type=password]").fill(password)
    await managing.locator("form button[type=submit]").first().click()
    await managing.waitForURL((url) => !url.pathname.startsWith("/login"))
    await managing.goto(`${service.origin}/manager/buckets`)
    browsing = await context.newPage()
    browsing.setDefaultTimeout(20_000)
    await browsing.goto(`${service.origin}/browser`)
    await Promise.all([managing, browsing].map((one) => one.getByText("There is nobody to act as yet").waitFor()))
  })
  afterEach(async ({ task }) => {
    if (task.result?.state !== "fail") return
    const name = task.name.slice(0, 60).replace(/\W+/g, "-")
    await managing.screenshot({ path: `.cache/e2e/live-rights-${name}-manager.png` })
    await browsing.screenshot({ path: `.cache/e2e/live-rights-${name}-browser.png` })
  })
  /** Expects a change to show without interaction; test/http/streamRights.test.ts tests how soon. */
  const shown = async (change: () => Promise<unknown>, seen: () => Promise<unknown>) => {
    await change()
    await seen()
  }
  const makeGroup = (name: string, rest: object = {}): Promise<Group> =>
    api(page, "POST", "/admin/groups", { name, user_details: [{ user_id: grace.id }], ...rest })
  const everything = () => [
    { account_id: account.id, manager_role: "account_administrator", allow_manager_browser_data_access: true }
  ]
  const bucketIn = (one: Page) => one.getByRole("grid").getByText("only-in-weather")
  const both = (wait: (one: Page) => Promise<unknown>) => Promise.all([managing, browsing].map(wait))
  const gone = (one: Page) => one.getByTestId("context-screen").waitFor()

  it("what a group gives is there in Manager and Browser without a touch, and goes with the group", async () => {
    let group: Group = { id: 0 }
    await shown(
      async () => {
        group = await makeGroup("Storage team", { account_links: everything() })
      },
      () => both((one) => bucketIn(one).waitFor())
    )
    await shown(
      () => api(page, "DELETE", `/admin/groups/${group.id}?confirm_name=Storage%20team`),
      () => both(gone)
    )
    for (const one of [managing, browsing])
      expect(await one.getByText("only-in-weather").filter({ visible: true }).count()).toBe(0)
    expect(await api<ReadonlyArray<object>>(managing, "GET", "/me/execution-contexts?workspace=manager")).toEqual([])
  }, 90_000)

  it("who is taken out of a group loses what it gave; who is put into it again has it again", async () => {
    const group = await makeGroup("Archivists", { account_links: everything() })
    await Promise.all([managing.goto(`${service.origin}/manager/buckets`), browsing.goto(`${service.origin}/browser`)])
    await both((one) => bucketIn(one).waitFor())
    await shown(
      () => api(page, "PUT", `/admin/groups/${group.id}`, { user_details: [] }),
      () => both(gone)
    )
    await shown(
      () => api(page, "PUT", `/admin/groups/${group.id}`, { user_details: [{ user_id: grace.id }] }),
      () => both((one) => bucketIn(one).waitFor())
    )
  }, 90_000)

  it("a role that is lowered takes what it allowed: first the objects, then the account", async () => {
    const groups = await api<{ items: ReadonlyArray<Group & { readonly name: string }> }>(
      page,
      "GET",
      "/admin/groups?search=Archivists"
    )
    const group = groups.items[0]!
    await managing.goto(`${service.origin}/manager/buckets?context_id=${account.id}&open=only-in-weather`)
    const objects = managing.getByRole("link", { name: "Objects" })
    await objects.first().waitFor()
    await shown(
      () =>
        api(page, "PUT", `/admin/groups/${group.id}`, {
          account_links: [{ account_id: account.id, manager_role: "account_administrator" }]
        }),
      () => Promise.all([objects.first().waitFor({ state: "detached" }), gone(browsing)])
    )
    await bucketIn(managing).waitFor()
    await shown(
      () =>
        api(page, "PUT", `/admin/groups/${group.id}`, {
          account_links: [{ account_id: account.id, portal_role: "portal_user" }]
        }),
      () => gone(managing)
    )
  }, 90_000)

  it("a tool that a group switches on is led to at once, and no longer when it is off", async () => {
    const group = await makeGroup("Analysts", { account_links: everything(), manager_tools: { usage_stats: true } })
    const usage = managing.getByRole("navigation").getByRole("link", { name: "Usage" })
    await managing.goto(`${service.origin}/manager/buckets`)
    await usage.waitFor()
    await shown(
      () => api(page, "PUT", `/admin/groups/${group.id}`, { manager_tools: { usage_stats: false } }),
      () => usage.waitFor({ state: "detached" })
    )
    await shown(
      () => api(page, "PUT", `/admin/groups/${group.id}`, { manager_tools: { usage_stats: true } }),
      () => usage.waitFor()
    )
  }, 90_000)

  it("the tabs of a browser share one stream, and go on when the one that has it is closed", async () => {
    await Promise.all([managing.goto(`${service.origin}/manager/buckets`), browsing.goto(`${service.origin}/browser`)])
    await both((one) => bucketIn(one).waitFor())
    await managing.waitForTimeout(1_500)
    const context = managing.context()
    const third = await context.newPage()
    await third.goto(`${service.origin}/browser`)
    await bucketIn(third).waitFor()
    const before = streams.length
    expect(before).toBeGreaterThan(0)
    await third.waitForTimeout(3_000)
    expect(streams.length, "a third tab opens none").toBe(before)
    await managing.close()
    await third.waitForTimeout(1_000)
    await shown(
      () => api(page, "PUT", `/admin/users/${grace.id}`, { group_details: [] }),
      () => Promise.all([gone(third), gone(browsing)])
    )
    managing = third
  }, 90_000)
})
